// Adds the names of new operations to the lists that the history is filtered by. It removes none.
import { readFile, writeFile } from 'node:fs/promises';
import { catalogue } from '@service/verify-api';

const FILE = 'apps/verify-api/src/interface/operation-names.ts';
const NAMES = /^ {2}'(.+)',$/gm;

const called = catalogue.filter(({ access }) => access !== 'public');
const parts = (await readFile(FILE, 'utf8')).split(/(?<=\];\n)/);
const listed = [called, called.filter(({ kind }) => kind !== 'write')];
await writeFile(FILE, parts.map((part, index) => withNames(part, listed[index])).join(''));

function withNames(part, operations) {
  const before = [...part.matchAll(NAMES)].map(([, name]) => name);
  const names = [...new Set([...before, ...operations.map(({ name }) => name)])];
  names.sort((one, other) => (one < other ? -1 : 1));
  return `${part.slice(0, part.indexOf('= [') + 3)}\n${names.map((name) => `  '${name}',\n`).join('')}];\n`;
}
