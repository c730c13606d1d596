import { StartError } from '@service/platform/errors';
import type { Logger } from '@service/platform/logging';
import type { Settings } from '@service/platform/settings';
import kafkajs, { type LogEntry } from 'kafkajs';
import { boundDecoding } from './bound-decoding.js';
import type { ClientErrors } from './client-errors.js';
import { kafkaSecurity, type KafkaSecuritySettings } from './kafka-security.js';
import { lastMessages } from './last-messages.js';
import { LoneGroups } from './lone-groups.js';
import type { Kafka } from './port.js';
import { quietQueues } from './quiet-queues.js';
import { SerialProducer } from './serial-producer.js';
import { TopicReader } from './topic-reader.js';
import { withAdmin } from './with-admin.js';

export const NO_BROKERS = 'KAFKA_BROKERS must name the brokers, as host:port.';

/** The settings of a client of Kafka. */
export type KafkaSettings = Pick<Settings, 'kafkaBrokers'> & KafkaSecuritySettings;

export interface KafkaOptions {
  settings: KafkaSettings;
  clientId: string;
  logger: Logger;
  /** Counts the errors of the client. */
  errors?: ClientErrors;
  /** How often a request is sent again. */
  retries?: number;
}

/**
 * A client that retries for as long as no broker answers.
 * @throws StartError where the settings name no brokers, or a file that cannot be used.
 */
export function connectKafka({ settings, clientId, logger, errors, retries = 8 }: KafkaOptions): Kafka {
  const { kafkaBrokers: brokers } = settings;
  if (brokers === undefined) throw new StartError(NO_BROKERS);
  boundDecoding();
  quietQueues();
  const client = new kafkajs.Kafka({
    clientId,
    brokers: [...brokers],
    ...kafkaSecurity(settings),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries },
    logLevel: kafkajs.logLevel.ERROR,
    // The client throws its errors; its log is for debugging.
    logCreator: () => (entry: LogEntry) => {
      errors?.add(entry.namespace);
      logger.debug({ kafka: entry.log, namespace: entry.namespace });
    },
  });
  const admin: Kafka['admin'] = (work) => withAdmin(client, brokers, work);
  const groups = new LoneGroups(admin, clientId);
  return {
    writer: ({ idempotent }) => new SerialProducer(client, idempotent),
    reader(options) {
      const group = options.alone === true ? groups.name(options.group) : options.group;
      return new TopicReader(client, { ...options, group });
    },
    admin,
    lastMessages: (topic, count) => lastMessages(client, topic, count),
    sweepGroups: (prefix, emptyFor) => groups.sweep(prefix, emptyFor),
    close: () => groups.delete(),
  };
}
