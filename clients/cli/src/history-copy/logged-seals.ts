import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { historySlot, linkText } from '@service/evidence';
import { CommandError } from '../errors.js';
import { EntryFile } from '../monitoring/entry-file.js';
import { readPrefix } from '../monitoring/proven-prefix.js';
import { StoredLog } from '../monitoring/stored-log.js';
import { lockStateDirectory } from '../state-directory.js';
import type { LoggedSeal } from './copy-check.js';

/** The seals in the log, as `rvs log monitor` has stored and proven it in its directory. @throws CommandError */
export async function loggedSeals(directory: string): Promise<LoggedSeal> {
  const prefix = readPrefix(join(directory, 'prefix.json'));
  if (prefix === null || !existsSync(join(directory, 'entries')))
    throw new CommandError(`${directory} holds no log: rvs log monitor --state makes it.`);
  await lockStateDirectory(directory, 'monitor');
  const log = new StoredLog(new EntryFile(join(directory, 'entries')));
  if (log.staged < prefix.size || log.refute([prefix]).length > 0)
    throw new CommandError(`The log in ${directory} is damaged.`);
  log.take(prefix.size);
  return (origin, number) => {
    const index = log.find(historySlot(origin, number));
    return index === null ? null : linkText(log.entryAt(index).subarray(32));
  };
}
