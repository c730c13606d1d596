import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StartError } from '@service/platform/errors';
import { ROOT } from './apps.ts';

/**
 * Runs a command of the service, such as `standalone/commands/migrate.js`, to its end, and passes its
 * standard error on.
 * @throws StartError where it fails.
 */
export async function runCommand(file: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const command = spawn(process.execPath, [join(ROOT, 'dist', file)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    signal,
  });
  const [code] = (await once(command, 'exit')) as [number | null];
  if (code !== 0) throw new StartError(`The start ended, because ${file} failed.`);
}
