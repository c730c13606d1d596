import { timeOfId } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { Distribution, type Metrics } from '@service/platform/metrics';

/**
 * How long changes of credentials, projects and authorities take until a gateway acts on them. A revocation
 * takes the same path as all other changes, which are far more frequent.
 */
export class DirectoryLag {
  private readonly distribution = new Distribution();
  private since: number;

  constructor(private readonly now: () => number = Date.now) {
    this.since = now();
  }

  /** Call it when the directory has taken an event. */
  taken({ event_id }: Pick<RecordedEvent, 'event_id'>): void {
    const occurred = timeOfId(event_id, 'event');
    // An event from before the start or the reset is read again: its age says nothing.
    if (occurred === null || occurred < this.since) return;
    this.distribution.observe(Math.max(0, this.now() - occurred) / 1_000);
  }

  /** Call it when the directory is read again from its first event. */
  reset(): void {
    this.since = this.now();
  }

  /** Adds the lag to the metrics of the process. */
  measure(metrics: Metrics): void {
    const help =
      'Seconds from a change of a credential, project or authority, such as a revocation, until this gateway acts on it.';
    metrics.histogram({ name: 'directory_lag_seconds', help }, () => this.distribution);
  }
}
