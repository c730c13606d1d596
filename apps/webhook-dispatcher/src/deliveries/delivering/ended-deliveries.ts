import { newId } from '@service/contracts';
import type { Interaction } from '@service/history';
import { LOG } from '../../subscriptions/own-log.js';
import type { MadeAttempt, QueueResult } from './queue-result.js';

/** Status of an exhausted delivery that no answer refused. */
const NO_ANSWER = 502;

/** The lines of the history for deliveries that ended, or were stopped because the endpoint is gone. */
export function endedDeliveries(results: readonly QueueResult[]): Interaction[] {
  return results.flatMap(({ queue, attempts }) =>
    attempts
      .filter(({ outcome }) => outcome !== 'retry')
      .map((attempt): Interaction => {
        const { entry, project_id: projectId, latency_ms: duration } = attempt;
        return {
          requestId: newId('request'),
          projectId,
          channel: 'events',
          actor: { type: 'service', id: LOG },
          operation: 'deliveries.deliver',
          subjects: [entry.delivery_id, entry.event_id, queue.subscription_id, queue.queue_key],
          items: 1,
          status: statusOf(attempt),
          errorCode: null,
          duration,
          client: null,
        };
      }),
  );
}

/** The endpoint's status, unless it would say that an exhausted delivery succeeded. */
function statusOf({ outcome, status }: MadeAttempt): number {
  const isGivenUp = outcome === 'exhausted' && (status ?? 0) < 400;
  return isGivenUp ? NO_ANSWER : (status ?? NO_ANSWER);
}
