import { hasCode, reasonOf } from '../error-reason.js';
import { StartError } from '../start-error.js';
import { waitFor } from '../wait-for.js';
import { withClient } from './client.js';
import { reasonBehind } from './database-unavailable.js';
import { connectionFile, connectionUrl } from './connection-file.js';
import { findPostmaster, type Postmaster } from './postmaster-file.js';

const settlingLimit = 600_000;
const answerLimit = 30_000;

const invalidPassword = '28P01';

/**
 * The server that already runs on the cluster, once it is ready; undefined when there is none.
 * @throws StartError when it refuses the password or does not answer.
 */
export async function adoptPostmaster(
  directory: string,
  cluster: string,
  password: string,
): Promise<Postmaster | undefined> {
  const settled = await waitFor(async () => {
    const postmaster = await findPostmaster(cluster);
    return postmaster === undefined || postmaster.ready ? { postmaster } : undefined;
  }, settlingLimit);
  const postmaster = settled?.postmaster;
  if (postmaster === undefined) return undefined;
  let reason = 'another server has its port';
  const outcome = await waitFor(async () => {
    if ((await findPostmaster(cluster))?.processId !== postmaster.processId) return 'gone';
    try {
      return (await serves(postmaster, password)) ? 'adopted' : undefined;
    } catch (error) {
      if (hasCode(error, invalidPassword)) {
        throw new StartError(
          `The database that runs in ${cluster} refuses the password in ${connectionFile(directory)}; restore that file from a backup.`,
          { cause: error },
        );
      }
      reason = reasonOf(reasonBehind(error));
      return undefined;
    }
  }, answerLimit);
  if (outcome === 'adopted') return postmaster;
  // It has just been killed or stopped.
  if (outcome === 'gone') return adoptPostmaster(directory, cluster, password);
  throw new StartError(
    `The database that runs in ${cluster} as process ${postmaster.processId} does not answer: ${reason}.`,
  );
}

// Another program may now listen on the server's port.
async function serves(postmaster: Postmaster, password: string): Promise<boolean> {
  const url = connectionUrl(password, postmaster.port, 'postgres');
  const { rows } = await withClient(url, (client) =>
    client.query<{ process_id: string }>(
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS process_id`,
    ),
  );
  return rows[0]?.process_id === String(postmaster.processId);
}
