import { EventLog, rebuildView } from '@service/event-store';
import { forEachEnvironment } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { createPool } from '@service/platform/postgres';
import { directoryView } from '../views/directory.view.js';
import { recordsView } from '../views/records.view.js';
import { subscriptionsView } from '../views/subscriptions.view.js';

const views = [recordsView, directoryView, subscriptionsView];
const wanted = process.argv[2];

await forEachEnvironment(async ({ environment, databaseUrl, logger }) => {
  const view = views.find(({ name }) => name === wanted);
  if (view === undefined) {
    throw new StartError(`Name the view to rebuild: ${views.map(({ name }) => name).join(' or ')}.`);
  }
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'rebuild', logger });
  const { events, milliseconds } = await rebuildView(pool, new EventLog(pool, view.log), view);
  const rate = Math.round(events / (milliseconds / 1000));
  process.stdout.write(
    `${environment}: ${view.name} was rebuilt from ${events} events in ${milliseconds} ms (${rate}/s).\n`,
  );
  await pool.end();
});
