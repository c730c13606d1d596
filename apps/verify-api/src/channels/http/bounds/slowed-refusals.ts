/** Refusals of one payer in a second that are answered at once. */
const PROMPT = 100;
/** Milliseconds that each further one waits, at least and at most: less than any `Retry-After`, and not all as long, so that
 *  those of one moment are not answered in one. */
const [SHORTEST, LONGEST] = [250, 750];
/** Refusals of the process that wait at a time; a further one is answered at once. */
const MOST_WAITING = 5_000;

/**
 * Slows the refusals of one who is refused many times a second: a caller that asks again at once would keep the process
 * busy with refusals, of which each is a line in the history.
 */
export class SlowedRefusals {
  private readonly counts = new Map<string, number>();
  private second = 0;
  private waiting = 0;

  /** Calls `answer` now or later. */
  slow(payer: string, answer: () => void): void {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.second) this.counts.clear();
    this.second = second;
    const count = (this.counts.get(payer) ?? 0) + 1;
    this.counts.set(payer, count);
    if (count <= PROMPT || this.waiting >= MOST_WAITING) {
      answer();
      return;
    }
    this.waiting += 1;
    setTimeout(
      () => {
        this.waiting -= 1;
        answer();
      },
      SHORTEST + Math.random() * (LONGEST - SHORTEST),
    );
  }
}
