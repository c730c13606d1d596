import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { forEachEnvironment, type CommandTarget } from '@service/platform/commands';
import { lockDataDirectory, type FileLock } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import { DecryptionError } from '@service/platform/sealing-keys';
import { refuseOnCopy } from '@service/platform/settings';
import type { Manifest } from './manifest.js';

/**
 * Runs `npm run export` or `npm run import` for each environment, each in its own folder below the one that the flag names.
 * Locks keep the service from starting on the data directory meanwhile.
 * @param flag that names the folder.
 */
export function moveEnvironments(
  command: string,
  flag: 'to' | 'from',
  work: (target: CommandTarget, folder: string) => Promise<Manifest>,
): Promise<void> {
  const words = () => readWords(command, flag);
  return forEachEnvironment(
    async (target) => {
      const { settings, environment } = target;
      refuseOnCopy(settings, `nothing is moved from or to a restored copy`);
      const locks: FileLock[] = [];
      try {
        for (const path of [settings.dataDirectory, join(settings.dataDirectory, environment)])
          locks.push(await lockDataDirectory(path));
        const { tables, log_size, log_origin } = await work(target, join(words().folder, environment));
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        process.stdout.write(
          `${environment}: ${rows} rows of ${tables.length} tables; the log ${log_origin} has ${log_size} entries.\n`,
        );
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error;
        throw new StartError(error.message, { cause: error });
      } finally {
        for (const lock of locks) lock.release();
      }
    },
    () => words().environment,
    command === 'import',
  );
}

function readWords(
  command: string,
  flag: 'to' | 'from',
): { folder: string; environment: string | undefined } {
  const usage = `Use: npm run ${command} -- --${flag} FOLDER [--environment E]`;
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ options: { [flag]: text, environment: text } });
    const { [flag]: folder, environment } = values as Record<string, string | undefined>;
    if (folder !== undefined) return { folder, environment };
  } catch (error) {
    throw new StartError(usage, { cause: error });
  }
  throw new StartError(usage);
}
