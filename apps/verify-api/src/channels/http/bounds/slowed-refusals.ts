import { Amounts } from '@service/platform/batching';

/** Refusals of one payer, or one network, in a second that are answered at once. */
const PROMPT = 100;
/** Milliseconds that each further one waits, at least and at most: less than any `Retry-After`, and not all as long, so that
 *  those of one moment are not answered in one. */
const [SHORTEST, LONGEST] = [250, 750];
/** Refusals of the process that wait at a time; a further one is answered at once. At most half are of unknown callers. */
const [MOST_WAITING, MOST_UNKNOWN] = [5_000, 2_500];

/**
 * Slows the refusals of one who is refused many times a second: a caller that asks again at once would keep the process
 * busy with refusals, of which those of known callers are lines in the history.
 */
export class SlowedRefusals {
  private readonly counts = new Map<string, number>();
  private second = 0;
  private readonly waiting = new Amounts<'known' | 'unknown'>();

  /** Calls `answer` now or later. @param payer of a known caller; of an unknown one its network. */
  slow(payer: string, answer: () => void, kind: 'known' | 'unknown'): void {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.second) this.counts.clear();
    this.second = second;
    const count = (this.counts.get(payer) ?? 0) + 1;
    this.counts.set(payer, count);
    const isFull =
      this.waiting.all >= MOST_WAITING || (kind === 'unknown' && this.waiting.of(kind) >= MOST_UNKNOWN);
    if (count <= PROMPT || isFull) {
      answer();
      return;
    }
    this.waiting.add(kind, 1);
    setTimeout(
      () => {
        this.waiting.add(kind, -1);
        answer();
      },
      SHORTEST + Math.random() * (LONGEST - SHORTEST),
    );
  }
}
