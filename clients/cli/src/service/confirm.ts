import { createInterface } from 'node:readline/promises';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import type { Connection } from '../profiles/connection.js';

/**
 * Asks before a change, unless the environment is certainly development.
 * @param what the change, as `records revoke rec_1`.
 * @param isAlwaysAsked in development, too.
 * @throws CommandError where nobody can answer, or where the answer is not yes.
 */
export async function confirmChange(
  { environment, url }: Pick<Connection, 'environment' | 'url'>,
  { yes = false }: { yes?: boolean | undefined },
  what: string,
  isAlwaysAsked = false,
): Promise<void> {
  // The environment of an access token is unknown, so ask.
  if ((environment === 'development' && !isAlwaysAsked) || yes) return;
  const where = `${environment ?? 'an unknown environment'} at ${url}`;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    throw new CommandError(`This would change ${where}: confirm with --yes.`);
  }
  const answer = await ask(`${what} in ${where}? Type yes: `);
  if (answer.trim() !== 'yes') throw new CommandError('Nothing was changed.', { exitCode: EXIT.refused });
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Otherwise readline would swallow Ctrl-C.
  lines.once('SIGINT', () => process.exit(EXIT.interrupted));
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
