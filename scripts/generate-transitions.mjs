// Writes what is made from docs/transitions.json: the table that the code imports, and the tables of two pages.
// The code imports a module and not the JSON itself, so that the package works in browsers and its types are exact.
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

const MODULE = 'libs/evidence/src/elements/transition-rules.ts';
const PAGES = {
  'docs/evidence.md': ['record', 'authority', 'key'],
  'docs/records.md': ['record', 'authority'],
};

const rules = JSON.parse(await readFile('docs/transitions.json', 'utf8'));
await write(
  MODULE,
  `// Made from docs/transitions.json by \`npm run docs\`; a test fails where the two differ.

/** The rules of the transitions of records, authorities and keys. */
export const TRANSITION_RULES = ${JSON.stringify(rules, null, 2)} as const;
`,
);

for (const [path, kinds] of Object.entries(PAGES)) {
  const page = await readFile(path, 'utf8');
  const [before, after] = [page.indexOf('<!-- transitions -->'), page.indexOf('<!-- /transitions -->')];
  if (before < 0 || after < before) throw new Error(`${path} has no place for the tables of transitions.`);
  const tables = kinds.map((kind) => tableOf(kind, rules[kind])).join('\n');
  await write(path, `${page.slice(0, before)}<!-- transitions -->\n\n${tables}\n${page.slice(after)}`);
}

async function write(path, text) {
  await writeFile(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

function tableOf(kind, { transitions }) {
  const isRecord = kind === 'record';
  const columns = [`${kind}’s transition`, 'from', 'to', 'changes', 'reason'];
  const more = isRecord ? ['active authority', 'issuer’s signature'] : [];
  const rows = Object.entries(transitions).map(([type, rule]) => [
    `\`${type}\``,
    rule.from.length === 0 ? 'nothing' : rule.from.join(', '),
    targetOf(rule.to),
    rule.changes.map((member) => `\`${member}\``).join(', '),
    rule.reason ? 'yes' : 'no',
    ...(isRecord ? [needed(rule.needs_active_authority), needed(rule.issuer_signs)] : []),
  ]);
  const head = [...columns, ...more];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function targetOf(to) {
  if (typeof to === 'string') return to;
  return Object.entries(to)
    .map(([from, state]) => (from === state ? `${state} stays` : `${from} becomes ${state}`))
    .join(', ');
}

function needed(is) {
  return is ? 'needed' : '';
}
