import { listParked, requestReplay, type ParkedStream } from '@service/messaging';
import { forEachEnvironment } from '@service/platform/commands';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { StartError } from '@service/platform/errors';
import type { Logger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import type { Pool } from 'pg';

/** The apps whose tables are filled from events. */
const CONSUMERS = ['webhook_dispatcher', 'verify_api'] as const;

const [action = 'list', streamId] = process.argv.slice(2);

await forEachEnvironment(async ({ environment, database, logger }) => {
  const say = (sentence: string) => process.stdout.write(`${environment}: ${sentence}\n`);
  if (action === 'list') {
    const parked = (await asEachConsumer(database, logger, listParked)).flat();
    for (const stream of parked.sort(olderFirst)) say(sentenceOf(stream));
    say(`${parked.length} parked.`);
  } else if (action === 'replay') {
    const requested = await asEachConsumer(database, logger, (pool) => requestReplay(pool, streamId ?? null));
    say(`${requested.reduce((sum, count) => sum + count, 0)} will be replayed.`);
  } else {
    throw new StartError('Use `list`, `replay`, or `replay` and the id of a stream.');
  }
});

function olderFirst(a: ParkedStream, b: ParkedStream): number {
  return a.parked_at.getTime() - b.parked_at.getTime();
}

function sentenceOf({ consumer, stream_id, version, cause, parked_at }: ParkedStream): string {
  return `${consumer} parked ${stream_id} at version ${version}, ${parked_at.toISOString()}: ${cause}`;
}

/** Uses each app's role: the owner runs nothing on tables that an app could have changed. */
async function asEachConsumer<Answer>(
  database: EnvironmentDatabase,
  logger: Logger,
  work: (pool: Pool) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const app of CONSUMERS) {
    const pool = createPool(database.urlOf(app), { max: 2, applicationName: 'dead-letters', logger });
    try {
      answers.push(await work(pool));
    } finally {
      await pool.end();
    }
  }
  return answers;
}
