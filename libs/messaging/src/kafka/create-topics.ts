import { StartError } from '@service/platform/errors';
import { waitFor } from '@service/platform/waiting';
import { LOG_DOMAINS } from '../events/event-domains.js';
import type { Admin, Kafka } from './connection/port.js';
import type { KafkaNames } from './kafka-names.js';

export interface TopicSettings {
  /** Partitions of each new topic; topics of rarely written domains get three at most. */
  partitions: number;
  replication: number;
}

/** Most partitions of rarely written topics: nearly every process reads them, at the cost of heartbeats and fetches. */
const MOST_WHERE_SELDOM = 3;
/** Domains whose topics are rarely written. */
const SELDOM = [...LOG_DOMAINS.credential_authority, ...LOG_DOMAINS.webhook_dispatcher];

/** Retention never deletes the last message: only whole segments before the newest are deleted. */
const KEPT_BY_SIZE = [
  { name: 'cleanup.policy', value: 'delete' },
  { name: 'retention.ms', value: '-1' },
  { name: 'retention.bytes', value: `${64 * 1024 * 1024}` },
  { name: 'segment.bytes', value: `${16 * 1024 * 1024}` },
];

/** Milliseconds for new topics to have leaders, and between two checks. */
const PATIENCE = 15_000;
const LOOK_EVERY = 100;

/**
 * Creates an environment's missing topics; answers their names.
 * @throws StartError where a topic gets no leader in time.
 */
export async function createTopics(
  kafka: Pick<Kafka, 'admin'>,
  names: KafkaNames,
  { partitions, replication }: TopicSettings,
): Promise<string[]> {
  return kafka.admin(async (admin) => {
    const there = new Set(await admin.listTopics());
    const missing = names.all().filter((topic) => !there.has(topic));
    if (missing.length > 0) {
      const inSync = replication > 2 ? 2 : 1;
      await admin.createTopics(
        missing.map((topic) => ({
          topic,
          numPartitions: partitionsOf(topic, names, partitions),
          replicationFactor: replication,
          configEntries: [
            { name: 'min.insync.replicas', value: `${inSync}` },
            // The broker inflates a batch that somebody compressed, and refuses one that is then too large.
            { name: 'compression.type', value: 'uncompressed' },
            ...(topic === names.logCheckpoints ? KEPT_BY_SIZE : []),
          ],
        })),
      );
    }
    await waitForLeaders(admin, names.all());
    return missing;
  });
}

/** How many partitions a topic gets. */
export function partitionsOf(topic: string, names: KafkaNames, partitions: number): number {
  if (topic === names.logCheckpoints) return 1;
  const isSeldom = SELDOM.some((domain) => [names.events(domain), names.commands(domain)].includes(topic));
  return isSeldom ? Math.min(partitions, MOST_WHERE_SELDOM) : partitions;
}

/** @throws StartError where a topic gets no leader in time. */
export async function waitForLeaders(admin: Admin, topics: string[]): Promise<void> {
  const led = await waitFor(
    async () => ((await admin.areLed(topics)) ? true : undefined),
    PATIENCE,
    LOOK_EVERY,
  );
  if (led === undefined) throw new StartError('Not every topic has a leader among the brokers.');
}
