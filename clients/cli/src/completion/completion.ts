import { CommandError } from '../errors.js';
import { operandsOf } from '../read-call.js';
import type { Run } from '../table/option.js';
import { bashScript, fishScript, zshScript } from './scripts.js';

/** `rvs completion` */
export const run: Run = async (call, commands) => {
  const [shell = ''] = operandsOf(call, 'bash|zsh|fish');
  const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  if (script === undefined) throw new CommandError('The shell must be bash, zsh or fish.');
  process.stdout.write(script(commands));
  return 0;
};
