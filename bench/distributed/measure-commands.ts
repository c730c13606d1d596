import { createLogger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import { createPlainRows, insertPlainRow } from '../events/plain-rows.ts';
import { exampleElement } from '../example-element.ts';
import { percentile, spread } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import type { DistributedService } from './distributed-service.ts';

const SCHEMA = 'bench';
const WARM_UP = 50;
const COMMANDS = 500;

/** A command and its reply over Kafka, one at a time, against one durable insert into the same database. */
export async function measureCommands({ first, databaseUrl }: DistributedService): Promise<Section> {
  const element = await exampleElement(first);
  const pool = createPool(databaseUrl, {
    max: 1,
    applicationName: 'bench',
    logger: createLogger('error'),
  });
  const inserts: number[] = [];
  const commands: number[] = [];
  try {
    await createPlainRows(pool, SCHEMA);
    for (let index = 0; index < WARM_UP + COMMANDS; index += 1) {
      const startedAt = performance.now();
      await insertPlainRow(pool, SCHEMA, String(index), element);
      const insertedAt = performance.now();
      const { status } = await first('POST', '/v1/records/rec_example/reinstate', {
        reason: 'It is active.',
      });
      const answeredAt = performance.now();
      if (status !== 409) throw new Error(`A command to be refused was answered ${status}.`);
      if (index < WARM_UP) continue;
      inserts.push(insertedAt - startedAt);
      commands.push(answeredAt - insertedAt);
    }
  } finally {
    await pool.end();
  }
  const insert = percentile(inserts, 0.5);
  const row = (what: string, latencies: number[]) => ({
    what,
    ...spread(latencies),
    of_insert: percentile(latencies, 0.5) / insert,
  });
  return {
    title: 'distributed: a command and its reply over Kafka, one at a time',
    rows: [row('insert of one row', inserts), row('command refused', commands)],
    notes: [
      `${COMMANDS} of each, by turns. of_insert compares the medians. The command goes all the way: HTTP, a message,`,
      'the stored result (a separate commit), the reply; no view is waited for.',
    ],
  };
}
