import 'reflect-metadata';
import { forEachEnvironment } from '@service/platform/commands';
import { migrate } from '../migrations.js';

await forEachEnvironment(async ({ environment, database }) => {
  const ran = await migrate(database);
  process.stdout.write(`${environment}: ${ran.length === 0 ? 'nothing to do' : ran.join(', ')}.\n`);
});
