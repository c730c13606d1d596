import { CommandError } from '../errors.js';
import { operandsOf } from '../read-call.js';
import type { Run } from '../table/option.js';
import { bashScript, fishScript, zshScript } from './scripts.js';

/** `rvs completion` */
export const run: Run<Record<never, never>> = async (call) => {
  const [shell = ''] = operandsOf(call, 'bash|zsh|fish');
  const { COMMANDS } = await import('../table/commands.js');
  const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  if (script === undefined) throw new CommandError('It takes bash, zsh or fish.');
  process.stdout.write(script(COMMANDS));
  return 0;
};
