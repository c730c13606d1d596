import { EventLog, rebuildView } from '@service/event-store';
import { StartError } from '@service/platform';
import { directoryView } from '../views/directory.view.js';
import { recordsView } from '../views/records.view.js';
import { forEachEnvironment } from './for-each-environment.js';

const views = [recordsView, directoryView];
const wanted = process.argv[2];

await forEachEnvironment(async (pool, environment) => {
  const view = views.find(({ name }) => name === wanted);
  if (view === undefined) {
    throw new StartError(`Name the view to rebuild: ${views.map(({ name }) => name).join(' or ')}.`);
  }
  const { events, milliseconds } = await rebuildView(pool, new EventLog(pool, view.log), view);
  const rate = Math.round(events / (milliseconds / 1000));
  process.stdout.write(
    `${environment}: ${view.name} was rebuilt from ${events} events in ${milliseconds} ms (${rate}/s).\n`,
  );
});
