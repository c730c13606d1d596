import { readFileSync, readdirSync } from 'node:fs';

/** A fenced block of a page. */
export interface CodeBlock {
  page: string;
  /** Line of its fence, from 1. */
  line: number;
  language: string;
  /** Words behind the language: `name=value`, or a name alone. */
  attributes: ReadonlyMap<string, string>;
  text: string;
  /** The block is the next thing behind this one, so that it can show what this one prints. */
  follows: CodeBlock | null;
}

/** The pages whose blocks are tested, in the order in which their shell blocks run: README.md begins. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
  'docs/vectors/README.md',
  'clients/typescript/README.md',
  'clients/cli/README.md',
];

const FENCE = /^( *)```(\w*)[ ]*(.*)$/;

/** The fenced blocks of a page, in order. */
export function codeBlocksOf(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: (Omit<CodeBlock, 'text'> & { indent: string; lines: string[] }) | null = null;
  let last: CodeBlock | null = null;
  readFileSync(page, 'utf8')
    .split('\n')
    .forEach((line, index) => {
      if (open !== null) {
        if (line.trim() !== '```') {
          open.lines.push(line.slice(open.indent.length));
          return;
        }
        const { lines, indent: _indent, ...rest } = open;
        last = { ...rest, text: `${lines.join('\n')}\n` };
        blocks.push(last);
        open = null;
        return;
      }
      const [, indent, language = '', words = ''] = FENCE.exec(line) ?? [];
      if (indent === undefined) {
        if (line.trim() !== '') last = null;
        return;
      }
      const attributes = new Map(
        words
          .split(' ')
          .filter((word) => word !== '')
          .map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]),
      );
      open = { page, line: index + 1, language, attributes, follows: last, indent, lines: [] };
    });
  return blocks;
}

/** What a shell block must print: a `text` block right behind it, where `...` stands for anything. */
export function expectedOutput({ text }: CodeBlock): RegExp[] {
  return text
    .trim()
    .split('\n')
    .map((line) => new RegExp(line.trim().split('...').map(escaped).join('.*')));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
