import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '@service/platform/errors';
import type { Kafka, KafkaMessage } from 'kafkajs';

/** Milliseconds for the last messages to be read. */
const PATIENCE = 10_000;
const RETRY_AFTER = 100;
/** Milliseconds that the broker may wait with an existing message. */
const FETCH_WAIT = 200;
/** Most bytes of an answer; its first batch alone may be larger. */
const FETCH_BYTES = 1_048_576;
const PARTITION = 0;
/** Reads what is in a transaction or behind an open one, too: somebody who may write could hide the last messages there. */
const READ_UNCOMMITTED = 0;

/** The part of a broker's connection in kafkajs that reads one partition. */
interface BrokerConnection {
  fetch(request: {
    maxWaitTime: number;
    minBytes: number;
    isolationLevel: number;
    topics: {
      topic: string;
      partitions: { partition: number; fetchOffset: string; maxBytes: number }[];
    }[];
  }): Promise<{ responses: { partitions: { messages: KafkaMessage[] }[] }[] }>;
}

/** The part of a client's connections in kafkajs that is used here. */
interface Cluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  addTargetTopic(topic: string): Promise<void>;
  refreshMetadata(): Promise<void>;
  fetchTopicsOffset(
    topics: { topic: string; fromBeginning: boolean; partitions: { partition: number }[] }[],
  ): Promise<{ partitions: { offset: string }[] }[]>;
  /** By the node that leads them. */
  findLeaderForPartitions(topic: string, partitions: number[]): Record<string, number[]>;
  findBroker(node: { nodeId: string }): Promise<BrokerConnection>;
}

/** Description of the key of a client's method that makes its connections. */
const CREATE_CLUSTER = 'private:Kafka:createCluster';

type CreateCluster = (options: {
  allowAutoTopicCreation: boolean;
  metadataMaxAge: number;
  isolationLevel: number;
}) => Cluster;

/** Milliseconds after which kafkajs asks again which node leads a partition, as for its consumers. */
const METADATA_MAX_AGE = 300_000;

/**
 * Reads the last messages of a topic's first partition without a consumer group: a replica that takes over reads them before
 * it works, and joining a group takes long.
 * @throws where the broker does not answer in time.
 */
export async function lastMessages(kafka: Kafka, topic: string, count: number): Promise<KafkaMessage[]> {
  const cluster = openCluster(kafka);
  try {
    return await retried(cluster, topic, () => readLast(cluster, topic, count));
  } finally {
    await cluster.disconnect();
  }
}

/** Retries after an error, because another node may lead the partition now. */
async function retried<Result>(
  cluster: Cluster,
  topic: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const late = performance.now() + PATIENCE;
  for (;;) {
    try {
      await cluster.connect();
      await cluster.addTargetTopic(topic);
      return await work();
    } catch (cause) {
      if (performance.now() >= late)
        throw new Error(`${topic} could not be read: ${reasonOf(cause)}.`, { cause });
    }
    await pause(RETRY_AFTER);
    await cluster.refreshMetadata().catch(() => undefined);
  }
}

/** The last messages of a topic's first partition, and transaction markers among them, oldest first. */
async function readLast(cluster: Cluster, topic: string, count: number): Promise<KafkaMessage[]> {
  const [low, high] = await Promise.all([offsetAt(cluster, topic, true), offsetAt(cluster, topic, false)]);
  const first = high - BigInt(count);
  let next = first > low ? first : low;
  const read: KafkaMessage[] = [];
  const late = performance.now() + PATIENCE;
  while (next < high) {
    const fetched = (await fetchFrom(cluster, topic, next)).filter(({ offset }) => BigInt(offset) >= next);
    const last = fetched.at(-1);
    if (last !== undefined) next = BigInt(last.offset) + 1n;
    else if (performance.now() >= late) throw new Error(`${topic} ends before its last offset.`);
    read.push(...fetched);
  }
  return read.filter(({ offset }) => BigInt(offset) < high);
}

/** Offset of a topic's first message, or of the next one. */
async function offsetAt(cluster: Cluster, topic: string, fromBeginning: boolean): Promise<bigint> {
  const partitions = [{ partition: PARTITION }];
  const [found] = await cluster.fetchTopicsOffset([{ topic, fromBeginning, partitions }]);
  return BigInt(found?.partitions[0]?.offset ?? 0);
}

async function fetchFrom(cluster: Cluster, topic: string, offset: bigint): Promise<KafkaMessage[]> {
  const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [PARTITION]));
  if (nodeId === undefined) throw new Error(`${topic} has no leader.`);
  const broker = await cluster.findBroker({ nodeId });
  const partitions = [{ partition: PARTITION, fetchOffset: `${offset}`, maxBytes: FETCH_BYTES }];
  const { responses } = await broker.fetch({
    maxWaitTime: FETCH_WAIT,
    minBytes: 1,
    isolationLevel: READ_UNCOMMITTED,
    topics: [{ topic, partitions }],
  });
  return responses[0]?.partitions[0]?.messages ?? [];
}

/**
 * The connections of a client of kafkajs, which can read a partition without a group. Its consumers cannot, and to join a
 * group takes seconds where the broker waits for more members.
 */
function openCluster(kafka: Kafka): Cluster {
  const key = Object.getOwnPropertySymbols(kafka).find(({ description }) => description === CREATE_CLUSTER);
  const create = key === undefined ? undefined : (kafka as unknown as Record<symbol, CreateCluster>)[key];
  if (create === undefined) throw new Error('This version of kafkajs makes its connections in another way.');
  return create({
    allowAutoTopicCreation: false,
    metadataMaxAge: METADATA_MAX_AGE,
    isolationLevel: READ_UNCOMMITTED,
  });
}
