/** A pause between two pieces of work, which new work can end early. Only one runs at a time. */
export class Pause {
  private end: (() => void) | null = null;

  /** Resolves after a time in milliseconds, or when `over` is called. */
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

  /** Ends the current pause, if there is one. */
  over(): void {
    this.end?.();
  }
}
