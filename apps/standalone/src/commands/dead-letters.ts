import { listParked, requestReplay } from '@service/messaging';
import { forEachEnvironment } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { createPool } from '@service/platform/postgres';

const [action = 'list', streamId] = process.argv.slice(2);

await forEachEnvironment(async ({ environment, database, logger }) => {
  const pool = createPool(database.ownerUrl, { max: 2, applicationName: 'dead-letters', logger });
  try {
    if (action === 'list') {
      const parked = await listParked(pool);
      for (const { consumer, stream_id, version, cause, parked_at } of parked) {
        const since = parked_at.toISOString();
        process.stdout.write(
          `${environment}: ${consumer} set ${stream_id} aside at version ${version}, ${since}: ${cause}\n`,
        );
      }
      process.stdout.write(`${environment}: ${parked.length} parked.\n`);
    } else if (action === 'replay') {
      const requested = await requestReplay(pool, streamId ?? null);
      process.stdout.write(`${environment}: ${requested} will be tried again.\n`);
    } else {
      throw new StartError('Say list, replay, or replay and the id of a stream.');
    }
  } finally {
    await pool.end();
  }
});
