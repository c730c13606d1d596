import type { Kafka } from 'kafkajs';

export interface TopicPartition {
  topic: string;
  partition: number;
}

/** A partition as the key of a map. */
export function partitionKey({ topic, partition }: TopicPartition): string {
  return `${topic}/${partition}`;
}

/** All partitions of some topics. */
export async function topicPartitions(kafka: Kafka, topics: readonly string[]): Promise<TopicPartition[]> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const metadata = await admin.fetchTopicMetadata({ topics: [...topics] });
    return metadata.topics.flatMap(({ name, partitions }) =>
      partitions.map(({ partitionId }) => ({ topic: name, partition: partitionId })),
    );
  } finally {
    await admin.disconnect();
  }
}
