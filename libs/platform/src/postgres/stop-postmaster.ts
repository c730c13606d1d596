import { waitFor } from '../wait-for.js';
import { findPostmaster, isAlive } from './postmaster-file.js';

const patience = 30_000;

/**
 * Shuts down the cluster's server; resolves when it has ended. The server ends its sessions and writes a
 * checkpoint. Where that takes longer than 30 s, it is stopped without a checkpoint; its next start recovers,
 * and nothing is lost.
 * @throws Error where it runs even then.
 */
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
