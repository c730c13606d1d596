import { erasePersonal, type Erasure } from '@service/history';
import { readPublishedEventAuthentication, type PublishedEventAuthentication } from '@service/messaging';
import { forEachEnvironment } from '@service/platform/commands';
import { createPool } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { eraseReasonsOf, type ReasonedSubject } from '../erasing/erase-reasons-of.js';
import { readErasure } from '../erasing/read-erasure.js';

let missing = 0;
let found = 0;

await forEachEnvironment(async ({ environment, database, logger, settings }) => {
  const { only, history, subject } = readErasure(process.argv.slice(2));
  if (only !== undefined && only !== environment) return;
  const options = { max: 2, applicationName: 'erase', logger };
  const pool = createPool(database.ownerUrl, options);
  const viewPool = createPool(database.urlOf('verify_api'), options);
  try {
    const said =
      history === null
        ? await eraseReasons(
            pool,
            viewPool,
            subject,
            await readPublishedEventAuthentication({ settings, environment, logger }),
          )
        : await eraseHistory(pool, history);
    process.stdout.write(`${environment}: ${said}\n`);
  } finally {
    await Promise.all([pool.end(), viewPool.end()]);
  }
});
if (missing > 0 && found === 0) process.exitCode = 1;

async function eraseHistory(pool: Pool, erasure: Erasure): Promise<string> {
  const { entries, shared, blocks } = await erasePersonal(pool, erasure);
  const also = shared === 0 ? '' : `; ${shared} of them stood beside other interactions as well`;
  return `${counted(entries, 'personal entry', 'personal entries')} in ${counted(blocks, 'block', 'blocks')} erased${also}.`;
}

async function eraseReasons(
  pool: Pool,
  viewPool: Pool,
  subject: ReasonedSubject,
  publishedEvents: PublishedEventAuthentication,
): Promise<string> {
  const erased = await eraseReasonsOf(pool, viewPool, subject, publishedEvents);
  if (erased === null) {
    missing += 1;
    return `there is no ${subject.kind} ${subject.id} in ${subject.projectId}.`;
  }
  found += 1;
  const results = counted(erased.results, 'stored result', 'stored results');
  return `${counted(erased.reasons, 'reason', 'reasons')} of ${subject.id} erased, and those in ${results}.`;
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
