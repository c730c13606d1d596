import { UnavailableError } from '@service/contracts';
import { STALE_AFTER, type Following } from '@service/messaging';

/** Prevents answers from a stale view. */
export class Freshness {
  /** Time of the last reset, by the monotonic clock; null for none. */
  private resetAt: number | null = null;

  /** @param view name of the view, for the log. */
  constructor(
    private readonly following: Pick<Following, 'age'>,
    private readonly view: string,
  ) {}

  /** @throws ServiceError `service.unavailable` where the view is stale, or has not caught up since `reset`. */
  require(): void {
    const age = this.following.age();
    if (age > STALE_AFTER) {
      throw new UnavailableError({ cause: 'view_behind', view: this.view, behind_ms: age });
    }
    if (this.resetAt !== null && performance.now() - age <= this.resetAt) {
      throw new UnavailableError({ cause: 'view_emptied', view: this.view });
    }
  }

  /** How many milliseconds the view is behind, and whether that is too much to answer from it. */
  look(): { view: string; behind: number; isStale: boolean } {
    const behind = this.following.age();
    return { view: this.view, behind, isStale: behind > STALE_AFTER };
  }

  /** Call this when the view was emptied: `require` throws until the view has caught up again. */
  reset(): void {
    this.resetAt = performance.now();
  }
}
