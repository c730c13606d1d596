import { UnavailableError } from '@service/contracts';
import type { Following } from '@service/messaging';

/** Milliseconds that a view may be behind, and still be answered from. */
const STALE_AFTER = 5_000;

/** Keeps a view from being answered from when it may be too far behind. */
export class Freshness {
  private resetAt = 0;

  /** @param view its name, for the log. */
  constructor(
    private readonly following: Pick<Following, 'age'>,
    private readonly view: string,
  ) {}

  /** @throws ServiceError `service.unavailable` */
  require(): void {
    const age = this.following.age();
    if (age > STALE_AFTER) {
      throw new UnavailableError({ cause: 'view_behind', view: this.view, behind_ms: age });
    }
    if (this.resetAt > 0 && Date.now() - age <= this.resetAt) {
      throw new UnavailableError({ cause: 'view_emptied', view: this.view });
    }
  }

  /** Told when the view was emptied: it is not answered from until it has everything again. */
  reset(): void {
    this.resetAt = Date.now();
  }
}
