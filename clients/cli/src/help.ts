import { EXIT_CODES } from './exit-codes.js';
import { COMMON } from './read-call.js';
import type { Command, Option, Options } from './table/option.js';

/** Widths of the first column and of a line. */
const [WIDEST, LINE] = [24, 118];
/** Most choices that are all listed. */
const MOST_VALUES = 12;

/** All commands, one on each line; large groups have their own help. */
export function overview(commands: readonly Command[], groups: Readonly<Record<string, string>>): string {
  const alone = commands.filter(({ name }) => !Object.hasOwn(groups, groupOf(name)));
  const width = Math.max(
    ...[...alone.map(({ name }) => name), ...Object.keys(groups)].map(({ length }) => length),
  );
  const lines = [
    ...alone.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    ...Object.entries(groups).map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`),
  ];
  return `rvs COMMAND [options]\n\nVerifies records, and works with the service that answers for them.\n\n${lines.join('\n')}\n\n"rvs COMMAND --help" tells more. ${EXIT_CODES}\n`;
}

/** The commands that begin with given words; null where none does. */
export function groupHelp(commands: readonly Command[], words: readonly string[]): string | null {
  const prefix = `${words.join(' ')} `;
  const own = commands.filter(({ name }) => name.startsWith(prefix));
  if (own.length === 0 || words.length === 0) return null;
  const width = Math.max(...own.map(({ name }) => name.length));
  return `${own.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}\n`;
}

/** The help of a command, made from its row. */
export function helpOf({ name, summary, uses, about, options }: Command): string {
  const heads = uses.length === 0 ? [`rvs ${name}`] : uses.map((use) => `rvs ${name} ${use}`.trimEnd());
  const parts = [
    heads.join('\n'),
    about === undefined ? `${summary}.` : about.trimEnd(),
    optionLines(options),
  ];
  return `${parts.join('\n\n')}\n`;
}

function optionLines(options: Options): string {
  const rows = Object.entries<Option>({ ...options, ...COMMON }).map(([name, option]) => ({
    head: `--${name}${option.type === 'boolean' ? '' : ` ${option.value ?? 'TEXT'}`}`,
    text: saying(option),
  }));
  const width = Math.min(WIDEST, Math.max(...rows.map(({ head }) => head.length)));
  const indent = ' '.repeat(width + 4);
  return rows
    .map(({ head, text: words }) => {
      const text = wrapped(words, LINE - indent.length).join(`\n${indent}`);
      return head.length > width ? `  ${head}\n${indent}${text}` : `  ${head.padEnd(width)}  ${text}`;
    })
    .join('\n');
}

function saying({ says, oneOf = [], multiple }: Option): string {
  const values =
    oneOf.length > MOST_VALUES
      ? `one of ${oneOf.length} values (see the shell completion)`
      : oneOf.join(', ');
  const all = [says, values].filter((part) => part !== '').join(': ');
  return `${all}${multiple === true ? '; may be repeated' : ''}`;
}

/** Wraps a text at a width. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/[ \n]/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function groupOf(name: string): string {
  return name.split(' ')[0] ?? '';
}
