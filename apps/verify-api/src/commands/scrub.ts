import { readEventAuthentications, readPublishedEventAuthentication } from '@service/messaging';
import { forEachEnvironment } from '@service/platform/commands';
import { createPool } from '@service/platform/postgres';
import { readSigningKeys } from '@service/platform/signing-keys';
import { countInWords, scrub, scrubRecent } from '@service/scrub';
import { scrubbedData } from '../views/scrubbed-views.js';

const compare = process.argv.includes('--recent') ? scrubRecent : scrub;

await forEachEnvironment(async ({ environment, database, logger, settings }) => {
  const pool = createPool(database.urlOf('verify_api'), { max: 2, applicationName: 'scrub', logger });
  const keys = await readSigningKeys(settings);
  const authentications = await readEventAuthentications({ settings, logger });
  const publishedEvents = await readPublishedEventAuthentication({ settings, logger });
  const sources = { ...scrubbedData, environment, keys, authentications, publishedEvents };
  const differences = await compare(pool, sources, ({ subject_id, difference }) => {
    process.stdout.write(`${environment}: ${subject_id}: ${difference}\n`);
  });
  if (differences.length > 0) process.exitCode = 1;
  process.stdout.write(`${environment}: ${countInWords(differences)} between events, views and the log.\n`);
  await pool.end();
});
