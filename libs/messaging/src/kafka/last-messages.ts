import { setTimeout as pause } from 'node:timers/promises';
import type { Kafka, KafkaMessage } from 'kafkajs';
import type { MessageAuthenticator } from './authentication/message-authenticator.js';
import { openCluster, type Cluster, type FetchedMessage } from './connection/open-cluster.js';

/** Milliseconds for the last messages to be read. */
const PATIENCE = 10_000;
const RETRY_AFTER = 100;
/** Milliseconds that the broker may wait with an existing message. */
const FETCH_WAIT = 200;
/** Most bytes of an answer, but for its first batch. */
const FETCH_BYTES = 1_048_576;
/** Factor by which more messages are read if too few were authentic. */
const GROWTH = 16;
const PARTITION = 0;

export interface AuthenticTail {
  /** Oldest first. */
  authentic: KafkaMessage[];
  /** Every message that was read, authentic or not. */
  read: KafkaMessage[];
}

/**
 * The authentic ones among the last messages of a topic's first partition. Where none of the first few is authentic,
 * more are read: somebody who may write to the topic must not hide them behind forged ones.
 * @param tail read `first` messages at the end of the topic, and up to `most`.
 * @throws where the broker does not answer in time.
 */
export async function lastAuthentic(tail: {
  kafka: Kafka;
  topic: string;
  messages: MessageAuthenticator;
  first: number;
  most: number;
}): Promise<AuthenticTail> {
  const { kafka, topic, messages, first, most } = tail;
  const place = { topic, partition: PARTITION };
  // Without a consumer group: a replica that takes over reads this before it works, and joining a group takes long.
  const cluster = openCluster(kafka);
  try {
    for (let count = first; ; count *= GROWTH) {
      const read = await retried(cluster, topic, () => lastMessages(cluster, topic, count));
      const authentic = read.filter((message) => messages.objectionTo(place, message) === null);
      if (authentic.length > 0 || read.length < count || count >= most) return { authentic, read };
    }
  } finally {
    await cluster.disconnect();
  }
}

/** Tries again after an error, which may only show that another node leads the partition now. */
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
      if (performance.now() >= late) throw new Error(`${topic} could not be read.`, { cause });
    }
    await pause(RETRY_AFTER);
    await cluster.refreshMetadata().catch(() => undefined);
  }
}

/** The last messages of a topic's first partition, oldest first. */
async function lastMessages(cluster: Cluster, topic: string, count: number): Promise<KafkaMessage[]> {
  const [low, high] = await Promise.all([offsetAt(cluster, topic, true), offsetAt(cluster, topic, false)]);
  const first = high - BigInt(count);
  let next = first > low ? first : low;
  const read: FetchedMessage[] = [];
  const late = performance.now() + PATIENCE;
  while (next < high) {
    const fetched = (await fetchFrom(cluster, topic, next)).filter(({ offset }) => BigInt(offset) >= next);
    const last = fetched.at(-1);
    if (last !== undefined) next = BigInt(last.offset) + 1n;
    else if (performance.now() >= late) throw new Error(`${topic} ends before its last offset.`);
    read.push(...fetched);
  }
  return read.filter(({ offset, isControlRecord }) => BigInt(offset) < high && isControlRecord !== true);
}

/** Offset of a topic's first message, or of the next one. */
async function offsetAt(cluster: Cluster, topic: string, fromBeginning: boolean): Promise<bigint> {
  const partitions = [{ partition: PARTITION }];
  const [found] = await cluster.fetchTopicsOffset([{ topic, fromBeginning, partitions }]);
  return BigInt(found?.partitions[0]?.offset ?? 0);
}

async function fetchFrom(cluster: Cluster, topic: string, offset: bigint): Promise<FetchedMessage[]> {
  const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [PARTITION]));
  if (nodeId === undefined) throw new Error(`${topic} has no leader.`);
  const broker = await cluster.findBroker({ nodeId });
  const partitions = [{ partition: PARTITION, fetchOffset: `${offset}`, maxBytes: FETCH_BYTES }];
  const { responses } = await broker.fetch({
    maxWaitTime: FETCH_WAIT,
    minBytes: 1,
    topics: [{ topic, partitions }],
  });
  return responses[0]?.partitions[0]?.messages ?? [];
}
