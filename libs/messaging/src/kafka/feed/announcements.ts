import { randomUUID } from 'node:crypto';
import type { Logger } from '@service/platform';
import type { Kafka } from 'kafkajs';
import type { EventLogName } from '../../events/event-feed.js';
import { readAnnouncement } from '../event-message.js';
import type { KafkaNames } from '../kafka-names.js';
import { TopicReader } from './topic-reader.js';

export interface AnnouncementsOptions {
  kafka: Kafka;
  names: KafkaNames;
  log: EventLogName;
  logger: Logger;
  announced: (streamId: string, version: number) => void;
}

/**
 * Tells this replica of every event of a log, whoever applies it. What is published while the group is joined
 * anew is not told: what is kept in memory of the tables must not rely on it for ever.
 */
export function announcements({ kafka, names, log, logger, announced }: AnnouncementsOptions): TopicReader {
  return new TopicReader({
    kafka,
    group: names.group(`${log}.announcements.${randomUUID()}`),
    topics: names.eventsOf(log),
    from: 'end',
    logger,
    take: async ({ batch, resolveOffset }) => {
      for (const message of batch.messages) {
        const event = readAnnouncement(message);
        if (event !== null) announced(event.streamId, event.version);
        resolveOffset(message.offset);
      }
    },
  });
}
