import type { AuthenticationKeySettings } from '@service/platform/authentication-keys';
import type { Logger } from '@service/platform/logging';
import type { CheckpointStore } from '../checkpoints/checkpoint-store.js';
import { MessageAuthentication } from './authentication/message-authentication.js';
import { UnauthenticatedMessages } from './authentication/unauthenticated-messages.js';
import { connectKafka, type KafkaSettings } from './connection/connect-kafka.js';
import { KafkaCheckpointStore } from './kafka-checkpoint-store.js';
import { KafkaNames } from './kafka-names.js';

/**
 * Opens an environment's store of checkpoints for a command, with the keys of record-store.
 * @throws StartError where a key file cannot be used, or no brokers are named.
 */
export async function openKafkaCheckpoints(
  settings: KafkaSettings & AuthenticationKeySettings & { kafkaTopicPrefix: string },
  logger: Logger,
): Promise<CheckpointStore> {
  const ignored = new UnauthenticatedMessages(logger);
  const authentication = await MessageAuthentication.read('record_store', settings, ignored);
  const kafka = connectKafka({ settings, clientId: 'checkpoints', logger });
  const names = new KafkaNames(settings.kafkaTopicPrefix, settings.environment);
  return new KafkaCheckpointStore(kafka, names, authentication.checkpoints());
}
