import { StartError } from '@service/platform/errors';
import type { Admin, Kafka } from './connection/port.js';
import { partitionsOf, waitForLeaders } from './create-topics.js';
import type { KafkaNames } from './kafka-names.js';

interface TopicSize {
  topic: string;
  has: number;
  wanted: number;
}

/** Which of some topics have fewer partitions than the setting asks for. */
export async function topicsToRaise(
  kafka: Kafka,
  names: KafkaNames,
  partitions: number,
  topics: readonly string[],
): Promise<string[]> {
  if (topics.length === 0) return [];
  const all = await kafka.admin((admin) => sizes(admin, names, partitions, topics));
  return tooSmall(all).map(({ topic }) => topic);
}

/**
 * Raises the partitions of an environment's topics to what the setting asks for; answers the topics that were raised.
 * Streams move to other partitions, so no process may run: one that knows the old partitions would take its tables for
 * current without the new ones. Unread messages do no harm: consumers order a stream's events by their versions, and read
 * missing ones from the log.
 * @throws StartError where a topic has more partitions, or a process runs.
 */
export function raisePartitions(kafka: Kafka, names: KafkaNames, partitions: number): Promise<string[]> {
  return kafka.admin(async (admin) => {
    const all = await sizes(admin, names, partitions, names.all());
    const larger = all.find(({ has }) => has > partitions);
    if (larger !== undefined) {
      const { topic, has } = larger;
      throw new StartError(
        `${topic} has ${has} partitions and cannot get fewer: set KAFKA_PARTITIONS to ${has} or more.`,
      );
    }
    const raised = tooSmall(all);
    if (raised.length === 0) return [];
    await requireNobody(admin, names);
    await admin.addPartitions(raised.map(({ topic, wanted: count }) => ({ topic, count })));
    await waitForLeaders(admin, names.all());
    return raised.map(({ topic }) => topic);
  });
}

async function sizes(
  admin: Admin,
  names: KafkaNames,
  partitions: number,
  topics: readonly string[],
): Promise<TopicSize[]> {
  const has = new Map<string, number>();
  for (const { topic } of await admin.partitions(topics)) has.set(topic, (has.get(topic) ?? 0) + 1);
  return [...has].map(([topic, count]) => ({
    topic,
    has: count,
    wanted: partitionsOf(topic, names, partitions),
  }));
}

function tooSmall(sizes: readonly TopicSize[]): TopicSize[] {
  return sizes.filter(({ has, wanted }) => has < wanted);
}

/** @throws StartError where a group has members; every process that reads or writes topics is one. */
async function requireNobody(admin: Admin, names: KafkaNames): Promise<void> {
  const found = (await admin.listGroups()).filter((group) => group.startsWith(names.group('')));
  // Brokers list no group to a user without the right to see it, but refuse to describe one.
  const members = await admin.members([...new Set([names.group('record-store.commands'), ...found])]);
  const [used] = [...members].find(([, count]) => count > 0) ?? [];
  if (used === undefined) return;
  throw new StartError(
    `Partitions are raised while no app runs, and ${used} has members: stop every app of the environment first, and wait ten seconds where one was killed.`,
  );
}
