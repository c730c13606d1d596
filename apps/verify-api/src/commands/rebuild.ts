import { rebuildView } from '@service/event-store';
import { TailingEventFeed, readEventAuthentications, type EventLogName } from '@service/messaging';
import { forEachEnvironment } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { createPool } from '@service/platform/postgres';
import { VIEWS } from '../views/views.js';

const wanted = process.argv[2];

await forEachEnvironment(async ({ environment, database, logger, settings }) => {
  const view = VIEWS.find(({ name }) => name === wanted);
  if (view === undefined) {
    throw new StartError(`Name the view to rebuild: ${VIEWS.map(({ name }) => name).join(' or ')}.`);
  }
  const pool = createPool(database.urlOf('verify_api'), { max: 4, applicationName: 'rebuild', logger });
  const authentications = await readEventAuthentications({ settings, logger });
  const feed = new TailingEventFeed(pool, logger, authentications);
  const { events, milliseconds } = await rebuildView(pool, feed.open(view.log as EventLogName), view);
  const rate = Math.round(events / (milliseconds / 1000));
  process.stdout.write(
    `${environment}: ${view.name} was rebuilt from ${events} events in ${milliseconds} ms (${rate}/s).\n`,
  );
  await pool.end();
});
