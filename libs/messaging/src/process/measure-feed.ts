import type { Health } from '@service/platform/admin';
import type { Metrics } from '@service/platform/metrics';
import { STALE_AFTER, type EventFeed } from '../events/event-feed.js';
import type { UnauthenticatedMessages } from '../kafka/authentication/unauthenticated-messages.js';
import type { ClientErrors } from '../kafka/connection/client-errors.js';
import type { KafkaEventFeed } from '../kafka/feed/kafka-event-feed.js';
import type { Relay } from '../kafka/relay/relay.js';

/**
 * Reports how far behind each consumer is: seconds since it was last known to have applied everything, in the metrics, and in
 * the body of `/readyz` where that is too long for answers. It is no reason not to be ready: no other replica need be
 * fresher.
 */
export function measureFeeds(
  metrics: Metrics,
  health: Pick<Health, 'addWarning'>,
  feeds: readonly EventFeed[],
): void {
  const ages = (): Map<string, number> => {
    const oldest = new Map<string, number>();
    for (const [consumer, following] of feeds.flatMap(({ followings }) => [...followings])) {
      oldest.set(consumer, Math.max(following.age(), oldest.get(consumer) ?? 0));
    }
    return oldest;
  };
  metrics.gauge(
    {
      name: 'event_feed_age_seconds',
      help: 'Seconds since a consumer or a view was last known to have applied every event.',
      labels: ['consumer'],
    },
    () => [...ages()].map(([consumer, age]) => ({ labels: { consumer }, value: age / 1_000 })),
  );
  health.addWarning('feeds', () => {
    const stale = [...ages()].flatMap(([consumer, age]) => (age > STALE_AFTER ? [consumer] : []));
    if (stale.length === 0) return null;
    return `Stale, so that what is answered from them is service.unavailable, and events come late: ${stale.sort().join(', ')}.`;
  });
}

/** Reports how many messages wait for each consumer. */
export function measureFeedLag(metrics: Metrics, feed: KafkaEventFeed): void {
  metrics.gauge(
    {
      name: 'event_feed_lag_messages',
      help: 'Messages that are not applied yet, in the partitions that a consumer reads here.',
      labels: ['consumer'],
    },
    () =>
      [...feed.followings].map(([consumer, following]) => ({ labels: { consumer }, value: following.lag() })),
  );
}

/** Reports how far behind the relay is; only the replica that leads knows. */
export function measureRelay(metrics: Metrics, log: string, relay: Relay): void {
  metrics.gauge(
    {
      name: 'event_relay_lag_seconds',
      help: 'Seconds since every event of a log was known to be published; absent where another replica relays.',
      labels: ['log'],
    },
    () => {
      const lag = relay.lag();
      return lag === null ? [] : [{ labels: { log }, value: lag / 1_000 }];
    },
  );
}

/** Reports the errors of the client of Kafka; a few are usual when brokers restart. */
export function measureClientErrors(metrics: Metrics, errors: ClientErrors): void {
  metrics.counter(
    {
      name: 'kafka_client_errors_total',
      help: 'Errors of the client of Kafka, which it retries after, by the part of the client.',
      labels: ['part'],
    },
    () => errors.counts().map(({ part, count }) => ({ labels: { part }, value: count })),
  );
}

/** Reports how many messages were ignored because nobody with a key wrote them; any is a reason for an alarm. */
export function measureUnauthenticated(metrics: Metrics, unauthenticated: UnauthenticatedMessages): void {
  metrics.counter(
    {
      name: 'unauthenticated_messages_total',
      help: 'Messages that were ignored because their code was missing or wrong.',
      labels: ['topic'],
    },
    () => unauthenticated.counts().map(({ topic, count }) => ({ labels: { topic }, value: count })),
  );
}
