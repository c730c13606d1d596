import { erasePersonal, type Erased, type ProjectErasure } from '@service/history';
import { readEventAuthentications, readPublishedEventAuthentication } from '@service/messaging';
import { forEachEnvironment } from '@service/platform/commands';
import { createPool } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { eraseMetadataOf, type NotedSubject } from '../erasing/erase-metadata-of.js';
import { eraseOperator } from '../erasing/erase-operator.js';
import { eraseReasonsOf, type ErasedCodes, type ReasonedSubject } from '../erasing/erase-reasons-of.js';
import { readErasure, type ErasedSubject } from '../erasing/read-erasure.js';

/** Its keys also make the codes of records’ results. */
const OWN_LOGS = ['credential_authority'] as const;

let missing = 0;
let found = 0;

const command = () => readErasure(process.argv.slice(2));

await forEachEnvironment(
  async ({ environment, database, logger, settings }) => {
    const wanted = command();
    const options = { max: 2, applicationName: 'erase', logger };
    const pool = createPool(database.ownerUrl, options);
    const viewPool = createPool(database.urlOf('verify_api'), options);
    try {
      const erase = () => {
        if ('history' in wanted) return eraseHistory(pool, wanted.history);
        if ('operatorId' in wanted) return erasePerson(pool, wanted.operatorId);
        return eraseTexts(pool, viewPool, wanted.subject, async () => ({
          publishedEvents: await readPublishedEventAuthentication({ settings, logger }),
          results: (await readEventAuthentications({ settings, logs: OWN_LOGS, logger }))
            .credential_authority,
        }));
      };
      const said = await erase();
      process.stdout.write(`${environment}: ${said}\n`);
    } finally {
      await Promise.all([pool.end(), viewPool.end()]);
    }
  },
  () => command().only,
);
if (missing > 0 && found === 0) process.exitCode = 1;

async function eraseHistory(pool: Pool, erasure: ProjectErasure): Promise<string> {
  return historyErased(await erasePersonal(pool, erasure));
}

async function erasePerson(pool: Pool, operatorId: string): Promise<string> {
  const erased = await eraseOperator(pool, operatorId);
  if (erased === null) {
    missing += 1;
    return `there is no operator ${operatorId}.`;
  }
  found += 1;
  const rows = `${counted(erased.keys, 'key', 'keys')} and ${counted(erased.sessions, 'session', 'sessions')}`;
  return `name and address of ${operatorId}, ${rows} erased. ${historyErased(erased.history)}`;
}

function historyErased({ entries, shared, blocks }: Erased): string {
  const also = shared === 0 ? '' : `; ${shared} of them stood beside other interactions as well`;
  return `${counted(entries, 'personal entry', 'personal entries')} in ${counted(blocks, 'block', 'blocks')} erased${also}.`;
}

async function eraseTexts(
  pool: Pool,
  viewPool: Pool,
  subject: ErasedSubject,
  readCodes: () => Promise<ErasedCodes>,
): Promise<string> {
  const said =
    subject.kind === 'subscription'
      ? await eraseNotes(pool, subject)
      : await eraseReasons(pool, viewPool, subject, await readCodes());
  if (said !== null) {
    found += 1;
    return said;
  }
  missing += 1;
  return `there is no ${subject.kind} ${subject.id} in ${subject.projectId}.`;
}

async function eraseReasons(
  pool: Pool,
  viewPool: Pool,
  subject: ReasonedSubject,
  codes: ErasedCodes,
): Promise<string | null> {
  const erased = await eraseReasonsOf(pool, viewPool, subject, codes);
  if (erased === null) return null;
  const { kind, id, projectId } = subject;
  const hadMetadata = kind === 'record' && (await eraseMetadataOf(pool, { kind, id, projectId })) === true;
  const results = counted(erased.results, 'stored result', 'stored results');
  const reasons = counted(erased.reasons, 'reason', 'reasons');
  return `${reasons} of ${id} erased, and those in ${results}.${hadMetadata ? ' Its metadata are erased.' : ''}`;
}

async function eraseNotes(pool: Pool, subject: NotedSubject): Promise<string | null> {
  const erased = await eraseMetadataOf(pool, subject);
  if (erased === null) return null;
  return erased ? `the metadata of ${subject.id} are erased.` : `${subject.id} has no metadata.`;
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
