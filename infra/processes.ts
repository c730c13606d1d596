import { stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import { isAlive } from '@service/platform/embedded-postgres';
import { waitFor } from '@service/platform/waiting';

/** Waits until all of the processes have ended, for at most some milliseconds; answers those that have not. */
export async function waitForEnd(processIds: readonly number[], timeout: number): Promise<number[]> {
  const living = async () => {
    const found = await Promise.all(processIds.map(async (pid) => ((await isAlive(pid)) ? [pid] : [])));
    return found.flat();
  };
  await waitFor(async () => ((await living()).length === 0 ? true : undefined), timeout);
  return living();
}

/** Whether the machine was restarted since the file was written; its process ids mean nothing then. */
export async function isFromEarlierBoot(file: string): Promise<boolean> {
  return (await stat(file)).mtimeMs < Date.now() - uptime() * 1_000;
}
