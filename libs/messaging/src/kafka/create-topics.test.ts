import { describe, expect, it } from '@jest/globals';
import type { Admin, Kafka, NewTopic } from './connection/port.js';
import { createTopics } from './create-topics.js';
import { KafkaNames } from './kafka-names.js';

const names = new KafkaNames('', 'development');

/** The partitions of each topic that is created on an empty cluster. */
async function created(partitions: number): Promise<Map<string, number | undefined>> {
  const topics: NewTopic[] = [];
  const admin: Partial<Admin> = {
    listTopics: async () => [],
    createTopics: async (wanted) => void topics.push(...wanted),
    areLed: async () => true,
  };
  const kafka: Pick<Kafka, 'admin'> = { admin: (work) => work(admin as Admin) };
  await createTopics(kafka, names, { partitions, replication: 1 });
  return new Map(topics.map(({ topic, numPartitions }) => [topic, numPartitions]));
}

describe('topics that are created', () => {
  it('have as many partitions as is asked for, and three at most where they are written seldom', async () => {
    const partitions = await created(12);
    const of = (...topics: string[]) => topics.map((topic) => partitions.get(topic));
    expect(of(names.events('record'), names.commands('record'), names.replies)).toEqual([12, 12, 12]);
    expect(of(names.events('credential'), names.commands('key'), names.events('subscription'))).toEqual([
      3, 3, 3,
    ]);
    expect(of(names.logCheckpoints)).toEqual([1]);
  });

  it('have no more than is asked for', async () => {
    expect((await created(2)).get(names.events('credential'))).toBe(2);
  });
});
