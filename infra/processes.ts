import { stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { isAlive } from '@service/platform/embedded-postgres';
import { waitFor } from '@service/platform/waiting';

/** Waits until none of the processes is there, at most so many milliseconds; answers those that still are. */
export async function waitForEnd(processIds: readonly number[], timeout: number): Promise<number[]> {
  const living = async () => {
    const found = await Promise.all(processIds.map(async (pid) => ((await isAlive(pid)) ? [pid] : [])));
    return found.flat();
  };
  await waitFor(async () => ((await living()).length === 0 ? true : undefined), timeout);
  return living();
}

/** Whether the machine has started anew since the file was written; process ids in it then mean nothing. */
export async function isFromEarlierBoot(file: string): Promise<boolean> {
  return (await stat(file)).mtimeMs < Date.now() - uptime() * 1_000;
}
