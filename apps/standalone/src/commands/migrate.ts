import 'reflect-metadata';
import { forEachEnvironment } from '@service/platform/commands';
import { makeEventKeys } from '../make-event-keys.js';
import { migrate } from '../migrations.js';
import { renderUncodedEvents } from '../render-uncoded-events.js';

await forEachEnvironment(async ({ environment, database, settings, logger }) => {
  const ran = await migrate(database);
  await makeEventKeys(database, settings);
  const rendered = await renderUncodedEvents(database, settings, logger);
  if (rendered > 0) ran.push(`${rendered} published events were rendered again`);
  process.stdout.write(`${environment}: ${ran.length === 0 ? 'nothing to do' : ran.join(', ')}.\n`);
});
