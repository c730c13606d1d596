import { waitFor } from '../wait-for.js';
import { findPostmaster, isAlive } from './postmaster-file.js';

const patience = 30_000;

/** Shuts down the server of the cluster and answers when it has ended. It ends its sessions and writes a checkpoint;
 *  a server that cannot within 30 s is told to leave that to the recovery at its next start, and loses nothing.
 *  @throws Error when it runs even then. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = await findPostmaster(cluster);
  if (postmaster === undefined) return;
  const { processId } = postmaster;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(processId, signal);
    const ended = async (): Promise<true | undefined> => ((await isAlive(processId)) ? undefined : true);
    if (await waitFor(ended, patience)) return;
  }
  throw new Error(`The database in ${cluster} does not stop; its process is ${processId}.`);
}
