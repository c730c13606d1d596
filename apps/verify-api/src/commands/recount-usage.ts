import { recountUsage } from '@service/history';
import { forEachEnvironment } from '@service/platform/commands';
import { createPool } from '@service/platform/postgres';

await forEachEnvironment(async ({ environment, database, logger }) => {
  const pool = createPool(database.urlOf('verify_api'), { max: 2, applicationName: 'recount-usage', logger });
  const blocks = await recountUsage(pool);
  process.stdout.write(`${environment}: usage was recounted from ${blocks} blocks of the history.\n`);
  await pool.end();
});
