import { scrub } from '../scrub/scrub.js';
import { forEachEnvironment } from './for-each-environment.js';

await forEachEnvironment(async (pool, environment) => {
  const differences = await scrub(pool, ({ subject_id, difference }) => {
    process.stdout.write(`${environment}: ${subject_id}: ${difference}\n`);
  });
  if (differences.length > 0) process.exitCode = 1;
  process.stdout.write(`${environment}: ${differences.length} differences between events and views.\n`);
});
