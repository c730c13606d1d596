/**
 * Looks for signs of life at regular times, and tells when there was none for long. It counts looks instead of time,
 * because a machine that slept makes nobody late.
 */
export class SignsOfLife {
  private missed = 0;

  /** @param patience how often one looks in vain before it is told. */
  constructor(
    private readonly patience: number,
    private readonly onSilence: () => void,
  ) {}

  seen(): void {
    this.missed = 0;
  }

  look(): void {
    this.missed += 1;
    if (this.missed <= this.patience) return;
    this.missed = 0;
    this.onSilence();
  }
}
