#!/usr/bin/env node
import { CommandError } from './errors.js';
import { EXIT } from './exit-codes.js';
import { failureOf, outputFailure, type Failure } from './failures.js';
import { groupHelp, helpOf, overview } from './help.js';
import { jsonFor, printable } from './output/terminal.js';
import { withoutSecrets } from './output/without-secrets.js';
import { obeyProxies } from './proxies.js';
import { findCommand, readCall } from './read-call.js';
import { COMMANDS, GROUPS } from './table/commands.js';
import { program } from './version.js';

const json = process.argv.includes('--json');
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => process.exit(tellFailure(outputFailure(error))));
process.on('uncaughtException', (error) => process.exit(tellFailure(failureOf(error))));

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  try {
    return await runWords(words);
  } catch (error) {
    return tellFailure(failureOf(error));
  }
}

async function runWords(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === '--help' || words[0] === 'help') {
    process.stdout.write(overview(COMMANDS, GROUPS));
    return words.length === 0 ? EXIT.wrongCall : 0;
  }
  if (words[0] === '--version') return printVersion();
  const found = findCommand(COMMANDS, words);
  if (found === null) return refuseWords(words);
  const { command, rest } = found;
  if (rest.includes('--help')) {
    process.stdout.write(helpOf(command));
    return 0;
  }
  const call = readCall(command, rest);
  obeyProxies(process.env);
  const run = await command.load();
  if (command.endsItself !== true) process.once('SIGINT', () => process.exit(EXIT.interrupted));
  return (await run(call, COMMANDS)) ?? 0;
}

function refuseWords(words: readonly string[]): number {
  const named = words.filter((word) => !word.startsWith('-'));
  const group = groupHelp(COMMANDS, named);
  if (group !== null) {
    const isAsked = words.includes('--help');
    process[isAsked ? 'stdout' : 'stderr'].write(group);
    return isAsked ? 0 : EXIT.wrongCall;
  }
  // Do not repeat the arguments: one may be a token, and standard error is kept in logs.
  throw new CommandError('There is no such command. See rvs --help.');
}

function printVersion(): number {
  process.stdout.write(`${program()}\n`);
  return 0;
}

/** Prints why a command failed to standard error. @returns its exit code. */
function tellFailure({ exitCode, message, error }: Failure): number {
  if (exitCode === EXIT.closedPipe) return exitCode;
  const told = json ? jsonFor(process.stderr, { error }) : message.split('\n').map(printable).join('\n');
  process.stderr.write(`${withoutSecrets(told)}\n`);
  return exitCode;
}
