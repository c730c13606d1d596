import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

/** Writes what a service prints into the folder named by SERVICE_LOGS, if that is set: the report of a run looks there for
 *  what happened while a test failed. */
export function keepLogs(child: ChildProcess): void {
  const folder = process.env['SERVICE_LOGS'];
  if (folder === undefined) return;
  const file = createWriteStream(join(folder, `${child.pid}.log`), { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(file, { end: false });
  child.once('close', () => file.end());
}
