// Adds the names of new operations to the list that the history is filtered by. It removes none.
import { readFile, writeFile } from 'node:fs/promises';
import { catalogue } from '@service/verify-api';

const FILE = 'apps/verify-api/src/interface/operation-names.ts';

const text = await readFile(FILE, 'utf8');
const head = text.slice(0, text.indexOf("  '"));
const listed = [...text.matchAll(/^ {2}'(.+)',$/gm)].map(([, name]) => name);
const called = catalogue.filter(({ access }) => access !== 'public').map(({ name }) => name);
const names = [...new Set([...listed, ...called])].sort();
await writeFile(FILE, `${head}${names.map((name) => `  '${name}',\n`).join('')}];\n`);
