/**
 * Checks heartbeats at intervals, and reports when several are missing. It counts checks instead of time, because a
 * suspended machine would look like silence.
 */
export class SignsOfLife {
  private missed = 0;

  /** @param patience checks without a heartbeat before it is reported. */
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
