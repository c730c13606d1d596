import type { Metrics } from '@service/platform/metrics';
import type { RequestsUnderWay } from './requests-under-way.js';
import type { UnreadAnswers } from './unread-answers.js';

/** Adds two gauges: the requests under way, and the bytes that clients have not read. */
export function measureBounds(
  metrics: Metrics,
  bounds: { underWay: Pick<RequestsUnderWay, 'count'>; unread: Pick<UnreadAnswers, 'characters'> },
): void {
  metrics.gauge(
    {
      name: 'requests_under_way',
      help: 'Requests between the arrival of their body and their answer; MAX_REQUESTS limits them.',
    },
    () => bounds.underWay.count,
  );
  metrics.gauge(
    {
      name: 'unread_answer_bytes',
      help: 'Size of the answers above 16 KiB that clients have not read yet; MAX_UNREAD_MEGABYTES limits it.',
    },
    () => bounds.unread.characters,
  );
}
