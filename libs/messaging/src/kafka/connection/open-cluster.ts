import type { Kafka, KafkaMessage } from 'kafkajs';

/** A message, or a mark of a transaction in its place. */
export type FetchedMessage = KafkaMessage & { isControlRecord?: boolean };

/** The part of a broker's connection in kafkajs that reads one partition. */
interface BrokerConnection {
  fetch(request: {
    maxWaitTime: number;
    minBytes: number;
    topics: {
      topic: string;
      partitions: { partition: number; fetchOffset: string; maxBytes: number }[];
    }[];
  }): Promise<{ responses: { partitions: { messages: FetchedMessage[] }[] }[] }>;
}

/** The part of a client's connections in kafkajs that is used here. */
export interface Cluster {
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
export const CREATE_CLUSTER = 'private:Kafka:createCluster';

type CreateCluster = (options: { allowAutoTopicCreation: boolean; metadataMaxAge: number }) => Cluster;

/** Milliseconds after which kafkajs asks again which node leads a partition, as for its consumers. */
const METADATA_MAX_AGE = 300_000;

/**
 * The connections of a client of kafkajs, which can read a partition without a group. Its consumers cannot, and to join a
 * group takes seconds where the broker waits for more members.
 */
export function openCluster(kafka: Kafka): Cluster {
  const key = Object.getOwnPropertySymbols(kafka).find(({ description }) => description === CREATE_CLUSTER);
  const create = key === undefined ? undefined : (kafka as unknown as Record<symbol, CreateCluster>)[key];
  if (create === undefined) throw new Error('This version of kafkajs makes its connections in another way.');
  return create({ allowAutoTopicCreation: false, metadataMaxAge: METADATA_MAX_AGE });
}
