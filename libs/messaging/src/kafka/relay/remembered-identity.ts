import type { LogIdentity } from '@service/event-store';
import type { Kafka } from 'kafkajs';
import { identityOf } from '../event-message.js';
import { lastMessages } from '../last-messages.js';

/**
 * What a topic was told last of its log's identity, by whoever relayed it; null where it is empty. Kafka thus
 * remembers for a database what a restore would make it forget.
 * @throws where the broker does not answer in time.
 */
export async function rememberedIdentity(kafka: Kafka, topic: string): Promise<LogIdentity | null> {
  const [last] = await lastMessages(kafka, topic, 1);
  return last === undefined ? null : identityOf(last);
}
