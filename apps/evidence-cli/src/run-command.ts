import { CommandError, reasonOf } from './errors.js';

/**
 * Runs a command; `--help` prints its help. An error prints one sentence and sets exit code 2; code 1 is left to the
 * command's findings.
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
