// Writes what is made from docs/transitions.json: the table that the code imports, the copies of the clients in Go and
// Python, and the tables and drawings of two pages; and the table of docs/answer-rules.json.
// The code imports a module and not the JSON itself, so that the package works in browsers and its types are exact.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { drawStates } from './draw-states.mjs';

const MODULE = 'libs/evidence/src/elements/transition-rules.ts';
const COPIES = [
  'clients/go/transitions.json',
  'clients/python/src/record_verification/evidence/transitions.json',
];
const PAGES = {
  'docs/evidence.md': ['record', 'authority', 'key'],
  'docs/records.md': ['record', 'authority'],
};

const SIGNS = { must: 'needed', may: 'allowed', never: '' };

const rules = JSON.parse(await readFile('docs/transitions.json', 'utf8'));
await write(
  MODULE,
  `// Made from docs/transitions.json by \`npm run docs\`; a test fails where the two differ.

/** The rules of the transitions of records, authorities and keys. */
export const TRANSITION_RULES = ${JSON.stringify(rules, null, 2)} as const;
`,
);

for (const copy of COPIES) await copyFile('docs/transitions.json', copy);

for (const kind of PAGES['docs/records.md']) {
  await writeFile(`docs/images/${kind}-states.svg`, drawStates(kind, rules[kind]));
}

for (const [path, kinds] of Object.entries(PAGES)) {
  await fill(path, 'transitions', kinds.map((kind) => tableOf(kind, rules[kind])).join('\n'));
}

const answerRules = JSON.parse(await readFile('docs/answer-rules.json', 'utf8'));
await fill(
  'docs/evidence.md',
  'answer-rules',
  rowsOf([
    ['rule', 'check', 'what it asks'],
    ...answerRules.map(({ rule, check, says }) => [`\`${rule}\``, `\`${check}\``, says]),
  ]),
);

/** Replaces what a page has between two marks. */
async function fill(path, mark, text) {
  const page = await readFile(path, 'utf8');
  const [before, after] = [page.indexOf(`<!-- ${mark} -->`), page.indexOf(`<!-- /${mark} -->`)];
  if (before < 0 || after < before) throw new Error(`${path} has no place for ${mark}.`);
  await write(path, `${page.slice(0, before)}<!-- ${mark} -->\n\n${text}\n${page.slice(after)}`);
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
    ...(isRecord ? [needed(rule.needs_active_authority), SIGNS[rule.issuer_signs]] : []),
  ]);
  return rowsOf([[...columns, ...more], ...rows]);
}

function rowsOf([head, ...rows]) {
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
