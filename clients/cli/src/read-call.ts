import { parseArgs } from 'node:util';
import { CommandError } from './errors.js';
import type { Call, Command, Option } from './table/option.js';

/** Options that every command has. */
export const COMMON = {
  help: { type: 'boolean', says: 'shows this' },
} as const;

/** Finds the longest command name at the start of a call. Returns that command and the remaining words; null if no command matches. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; rest: string[] } | null {
  for (let length = 3; length > 0; length -= 1) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((each) => each.name === name);
    if (command !== undefined && words.length >= length) return { command, rest: words.slice(length) };
  }
  return null;
}

/** Reads the words behind a command's name. @throws CommandError for a wrong call. */
export function readCall(command: Command, words: readonly string[]): Call {
  const { values, positionals } = parsed(command, words);
  for (const [name, { oneOf }] of Object.entries<Option>(command.options)) {
    if (oneOf === undefined) continue;
    for (const value of [values[name]].flat().filter((each) => each !== undefined)) {
      // Filters accept several values, separated by commas.
      if (
        !String(value)
          .split(',')
          .every((each) => oneOf.includes(each))
      ) {
        throw new CommandError(`--${name} takes ${oneOf.join(', ')}.`);
      }
    }
  }
  return { values: values as Call['values'], operands: positionals };
}

function parsed(command: Command, words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries<Option>({ ...command.options, ...COMMON }).map(([name, { type, multiple = false }]) => [
      name,
      { type, multiple },
    ]),
  );
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    const [, unknown] = /^Unknown option '--([^']+)'/.exec((error as Error).message) ?? [];
    const meant = unknown === undefined ? undefined : closestTo(unknown, Object.keys(options));
    const hint = meant === undefined ? '' : ` Did you mean --${meant}?`;
    throw new CommandError(
      `${firstSentence((error as Error).message)}${hint} See rvs ${command.name} --help.`,
    );
  }
}

/** Cuts Node's advice about `--`, which does not apply here. */
function firstSentence(message: string): string {
  return `${message.split('. ')[0]?.replace(/\.$/, '')}.`;
}

/** The operands that a command takes. @throws CommandError where there are fewer or more. */
export function operandsOf({ operands }: Call, ...names: string[]): string[] {
  if (operands.length === names.length) return operands;
  const wanted = names.length === 0 ? 'no operand' : names.join(' ');
  // Do not repeat the operands: one may be a token, and standard error is kept in logs.
  throw new CommandError(`Expected ${wanted}, got ${operands.length === 0 ? 'none' : operands.length}.`);
}

/** The known name that a mistyped one most likely stands for; undefined where none is near. */
function closestTo(typed: string, known: readonly string[]): string | undefined {
  // Members of the API are written external_id, and externalId in many languages.
  const name = typed
    .replaceAll(/[A-Z]/g, (letter) => `-${letter}`)
    .replaceAll('_', '-')
    .toLowerCase();
  const most = 1 + Math.floor(name.length / 5);
  const far = (each: string): number => (each.startsWith(`${name}-`) ? 1 : editsBetween(name, each));
  return known.filter((each) => far(each) <= most).toSorted((one, other) => far(one) - far(other))[0];
}

/** Letters to insert, remove or replace (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of one.split('').entries()) {
    const next = [line + 1];
    for (const [at, each] of other.split('').entries()) {
      const replaced = (row[at] ?? 0) + (each === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
