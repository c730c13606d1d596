export interface TopicPartition {
  topic: string;
  partition: number;
}

/** A partition as the key of a map. */
export function partitionKey({ topic, partition }: TopicPartition): string {
  return `${topic}/${partition}`;
}
