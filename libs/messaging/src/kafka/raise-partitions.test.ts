import { describe, expect, it } from '@jest/globals';
import type { Admin, Kafka } from './connection/port.js';
import { KafkaNames } from './kafka-names.js';
import { raisePartitions } from './raise-partitions.js';

const names = new KafkaNames('', 'development');
const RECORDS = names.events('record');
const CREDENTIALS = names.events('credential');

/** Raises the partitions of two topics; answers what the broker was asked for. */
async function raise(to: number, has: Record<string, number>, members = 0) {
  const added: { topic: string; count: number }[] = [];
  const admin: Partial<Admin> = {
    partitions: async () =>
      Object.entries(has).flatMap(([topic, count]) =>
        Array.from({ length: count }, (_, partition) => ({ topic, partition })),
      ),
    listGroups: async () => [names.group('verify_api_records.records'), 'production.other'],
    members: async (groups) => new Map(groups.map((group) => [group, members])),
    addPartitions: async (asked) => void added.push(...asked),
    areLed: async () => true,
  };
  const kafka: Partial<Kafka> = { admin: (work) => work(admin as Admin) };
  await raisePartitions(kafka as Kafka, names, to);
  return added;
}

describe('partitions', () => {
  it('are raised to the setting, and to three at most where a topic is written seldom', async () => {
    const has = { [RECORDS]: 2, [CREDENTIALS]: 2, [names.logCheckpoints]: 1 };
    expect(await raise(12, has)).toEqual([
      { topic: RECORDS, count: 12 },
      { topic: CREDENTIALS, count: 3 },
    ]);
  });

  it('are not raised while a process reads topics', async () => {
    await expect(raise(12, { [RECORDS]: 2 }, 1)).rejects.toThrow('stop every app');
  });

  it('stay where there are enough, whatever runs', async () => {
    expect(await raise(12, { [RECORDS]: 12, [CREDENTIALS]: 12 }, 1)).toEqual([]);
  });

  it('do not get fewer', async () => {
    await expect(raise(6, { [RECORDS]: 12 })).rejects.toThrow(
      `${RECORDS} has 12 partitions and cannot get fewer: set KAFKA_PARTITIONS to 12 or more.`,
    );
  });
});
