import { parseArgs } from 'node:util';
import { ENVIRONMENTS } from '@service/contracts';
import { StartError, createPool, forEachEnvironment } from '@service/platform';
import { erasePersonal } from '../interactions/erasing/erase-personal.js';
import type { Erasure } from '../interactions/erasing/matching-entries.js';

const USAGE =
  'Use: npm run erase -- --project prj_… [--credential crd_…] [--address A] [--before ISO] [--environment E], ' +
  'with a credential, an address or a moment at least.';

await forEachEnvironment(async ({ environment, databaseUrl, logger }) => {
  const { only, ...erasure } = wanted();
  if (only !== undefined && only !== environment) return;
  const pool = createPool(databaseUrl, { max: 2, applicationName: 'erase', logger });
  const { entries, shared, blocks } = await erasePersonal(pool, erasure);
  const also = shared === 0 ? '' : `; ${shared} of them stood beside other interactions as well`;
  const erased = `${entries} personal ${entries === 1 ? 'entry' : 'entries'} in ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`;
  process.stdout.write(`${environment}: ${erased} erased${also}.\n`);
  await pool.end();
});

/** @throws StartError where what is to be erased is not said well. */
function wanted(): Erasure & { only: string | undefined } {
  const { project, credential, address, before, environment: only } = parse();
  if (project === undefined || (credential ?? address ?? before) === undefined) throw new StartError(USAGE);
  if (only !== undefined && !(ENVIRONMENTS as readonly string[]).includes(only)) {
    throw new StartError(`--environment must be one of ${ENVIRONMENTS.join(', ')}.`);
  }
  if (before !== undefined && Number.isNaN(Date.parse(before))) {
    throw new StartError('--before must be a moment, like 2030-01-01T00:00:00.000Z.');
  }
  const moment = before === undefined ? undefined : new Date(before).toISOString();
  return { projectId: project, credentialId: credential, address, before: moment, only };
}

function parse() {
  const text = { type: 'string' } as const;
  const options = { project: text, credential: text, address: text, before: text, environment: text };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new StartError(USAGE, { cause: error });
  }
}
