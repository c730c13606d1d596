/** A pause between two pieces of work, which ends early for whoever has more of it. One is made at a time. */
export class Pause {
  private end: (() => void) | null = null;

  /** Resolves after so many milliseconds, or when it is told to. */
  async of(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.end = null;
  }

  /** Ends the one that is being made, if any. */
  over(): void {
    this.end?.();
  }
}
