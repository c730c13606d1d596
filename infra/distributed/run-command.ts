import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StartError } from '@service/platform/errors';
import { ROOT } from './apps.ts';

/**
 * Runs a command of the service, such as `standalone/commands/migrate.js`, to its end, and passes its
 * standard error on.
 * @param signal asks it to end.
 * @throws StartError where it fails, or is asked to end.
 */
export async function runCommand(file: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const command = spawn(process.execPath, [join(ROOT, 'dist', file)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  // Waits for its end all the same: what it tells the database about itself goes with it.
  signal.addEventListener('abort', () => command.kill('SIGTERM'));
  const [code] = (await once(command, 'exit')) as [number | null];
  if (code !== 0) throw new StartError(`The start ended, because ${file} failed.`);
}
