import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { historySlot, linkText } from '@service/evidence';
import { CommandError } from '../errors.js';
import { largestOf } from '../largest-of.js';
import { EntryFile } from '../monitoring/entry-file.js';
import { provenRoots } from '../monitoring/proven-prefix.js';
import { SeenCheckpoints } from '../monitoring/seen-checkpoints.js';
import { StoredLog } from '../monitoring/stored-log.js';
import { lockStateDirectory } from '../state-directory.js';
import type { LoggedSeal } from './copy-check.js';

/** The seals in the log, as `rvs log monitor` has stored and proven it in its directory. @throws CommandError */
export async function loggedSeals(directory: string): Promise<LoggedSeal> {
  if (!existsSync(join(directory, 'entries')))
    throw new CommandError(`${directory} holds no log: rvs log monitor --state makes it.`);
  await lockStateDirectory(directory, 'monitor');
  const roots = provenRoots(
    join(directory, 'prefix.json'),
    new SeenCheckpoints(join(directory, 'checkpoints.ndjson')),
  );
  const size = largestOf([0, ...roots.map((root) => root.size)]);
  const log = new StoredLog(new EntryFile(join(directory, 'entries')));
  if (log.staged < size || log.refute(roots).length > 0)
    throw new CommandError(`${directory} is damaged: its entries do not lead to their earlier roots.`);
  log.take(size);
  return (origin, number) => {
    const index = log.find(historySlot(origin, number));
    return index === null ? null : linkText(log.entryAt(index).subarray(32));
  };
}
