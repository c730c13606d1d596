import 'reflect-metadata';
import { forEachEnvironment } from '@service/platform/commands';
import { adoptKeyElements } from '../adopting/adopt-key-elements.js';
import { adoptOldEvents } from '../adopting/adopt-old-events.js';
import { renderUncodedEvents } from '../adopting/render-uncoded-events.js';
import { migrate } from '../migrations.js';

const vouched = process.argv.includes('--adopt-old-events');

await forEachEnvironment(async ({ environment, database, settings, logger }) => {
  const ran = await migrate(database);
  const adopted = await adoptOldEvents(database, settings, vouched);
  if (adopted > 0) ran.push(`${adopted} events of release 0.1.0 were adopted`);
  const keys = await adoptKeyElements(database, settings, vouched);
  if (keys > 0) ran.push(`${keys} elements of keys got their codes`);
  const rendered = await renderUncodedEvents(database, settings, logger);
  if (rendered > 0) ran.push(`${rendered} published events were rendered again`);
  process.stdout.write(`${environment}: ${ran.length === 0 ? 'nothing to do' : ran.join(', ')}.\n`);
});
