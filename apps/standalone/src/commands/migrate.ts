import 'reflect-metadata';
import { forEachEnvironment } from '@service/platform/commands';
import { makeEventKeys } from '../make-event-keys.js';
import { migrate } from '../migrations.js';

await forEachEnvironment(async ({ environment, database, settings }) => {
  const ran = await migrate(database);
  await makeEventKeys(database, settings);
  process.stdout.write(`${environment}: ${ran.length === 0 ? 'nothing to do' : ran.join(', ')}.\n`);
});
