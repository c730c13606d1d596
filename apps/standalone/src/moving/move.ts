import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { forEachEnvironment, type CommandTarget } from '@service/platform/commands';
import { lockDataDirectory, type FileLock } from '@service/platform/data-directory';
import { StartError } from '@service/platform/errors';
import { withClient } from '@service/platform/postgres';
import { DecryptionError } from '@service/platform/sealing-keys';
import { refuseOnCopy } from '@service/platform/settings';
import { unmarkExported } from './finished-export.js';
import type { Manifest } from './manifest.js';

/**
 * Runs `npm run export` or `npm run import` for each environment, each in its own folder below the one that is named.
 * Locks keep the service from starting on the data directory meanwhile.
 */
export function moveEnvironments(
  command: 'export' | 'import',
  work: (target: CommandTarget, folder: string) => Promise<Manifest>,
): Promise<void> {
  const words = () => readWords(command);
  return forEachEnvironment(
    async (target) => {
      const { settings, environment, database } = target;
      const { folder } = words();
      // A backup may have been made after the export, and its copy signs nothing.
      if (folder !== undefined) refuseOnCopy(settings, 'nothing is moved from or to a restored copy');
      const locks: FileLock[] = [];
      try {
        for (const path of [settings.dataDirectory, join(settings.dataDirectory, environment)])
          locks.push(await lockDataDirectory(path));
        if (folder === undefined) {
          await withClient(database.ownerUrl, unmarkExported);
          process.stdout.write(`${environment}: its apps start on this database again.\n`);
          return;
        }
        const { tables, log_size, log_origin } = await work(target, join(folder, environment));
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
    command === 'import' ? 'unfinished_import' : 'finished_export',
  );
}

const USAGE = {
  export: 'npm run export -- { --to FOLDER | --undo }',
  import: 'npm run import -- --from FOLDER',
};

/** @returns no folder where an export is undone. */
function readWords(command: keyof typeof USAGE): {
  folder: string | undefined;
  environment: string | undefined;
} {
  const usage = `Use: ${USAGE[command]} [--environment E]`;
  const text = { type: 'string' } as const;
  const flags = command === 'export' ? { to: text, undo: { type: 'boolean' } as const } : { from: text };
  try {
    const { values } = parseArgs({ options: { ...flags, environment: text } });
    const { to, from, undo = false, environment } = values as Words;
    const folder = to ?? from;
    if ((folder === undefined) === undo) return { folder, environment };
  } catch (error) {
    throw new StartError(usage, { cause: error });
  }
  throw new StartError(usage);
}

interface Words {
  to?: string;
  from?: string;
  undo?: boolean;
  environment?: string;
}
