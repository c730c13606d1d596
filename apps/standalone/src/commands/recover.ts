import { join } from 'node:path';
import { forEachEnvironment, type CommandTarget } from '@service/platform/commands';
import { lockDataDirectory, type FileLock } from '@service/platform/data-directory';
import { StartError, endWithSentence } from '@service/platform/errors';
import { createPool } from '@service/platform/postgres';
import { loadEnvironments, refuseOnCopy } from '@service/platform/settings';
import { LOG_SCHEMAS, recoverLog } from '@service/record-store';
import { restoreBoundaries } from '../migrations.js';
import { openCheckpoints } from '../open-checkpoints.js';

const [wanted] = process.argv.slice(2);

try {
  const environments = loadEnvironments(process.env);
  const settings = environments.find(({ environment }) => environment === wanted)?.settings;
  if (settings === undefined) {
    const known = environments.map(({ environment }) => environment).join(' or ');
    throw new StartError(`Name the environment whose log is to be recovered: ${known}.`);
  }
  refuseOnCopy(settings, 'the log of a restored copy cannot be recovered');
  const { dataDirectory, environment } = settings;
  const locks: FileLock[] = [];
  try {
    // A process of this environment alone holds only the directory of the environment.
    for (const path of [dataDirectory, join(dataDirectory, environment)])
      locks.push(await lockDataDirectory(path));
    await forEachEnvironment(recover, () => environment);
  } finally {
    for (const lock of locks) lock.release();
  }
} catch (error) {
  endWithSentence(error);
}

async function recover({ environment, database, settings, logger }: CommandTarget): Promise<void> {
  const pool = createPool(database.ownerUrl, { max: 2, applicationName: 'recover', logger });
  const checkpoints = await openCheckpoints(settings, logger);
  try {
    const { origin, tables, checkpoint } = await recoverLog(pool, LOG_SCHEMAS, checkpoints);
    // The published views were moved with the tables, and new tables have no grants.
    await restoreBoundaries(database);
    const lines = [
      `${environment}: the log is ${origin} from now on, and all elements are sequenced again when the service starts.`,
      `Its verifiers must trust the new origin. Purge /v1/log/${environment}/ from caches before the service.`,
      `The tables of the old log are in the schema ${tables}.`,
      ...(checkpoint === null ? [] : [`Its newest checkpoint is in ${checkpoint}.`]),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await checkpoints.close();
    await pool.end();
  }
}
