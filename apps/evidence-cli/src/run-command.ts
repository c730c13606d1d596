import { CommandError, reasonOf } from './errors.js';

/**
 * Runs a command; `--help` prints its help. What keeps it from starting is one sentence and exit code 2, so that 1
 * stays for what it found.
 */
export async function runCommand(help: string, run: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(help);
    return;
  }
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CommandError) && !isWrongCall(error)) throw error;
    const hint = isWrongCall(error) ? ' See --help.' : '';
    process.stderr.write(`${error instanceof CommandError ? error.message : reasonOf(error)}${hint}\n`);
    process.exitCode = 2;
  }
}

/** Whether `parseArgs` refused the arguments. */
function isWrongCall(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
