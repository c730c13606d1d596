// Bundles the command-line client into clients/cli/dist: one file that finds the command, and chunks with the
// commands' code, so that a call loads only what it needs. It needs no other package.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { licenses } from './bundled-licenses.mjs';
import { PLACE } from './bundled-packages.mjs';

const FOLDER = 'clients/cli';

const { version } = JSON.parse(await readFile(`${FOLDER}/package.json`, 'utf8'));
await rm(`${FOLDER}/dist`, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { rvs: `${FOLDER}/src/main.ts` },
  outdir: `${FOLDER}/dist`,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.12',
  conditions: ['source'],
  // Its build for Node.js is CommonJS, which cannot be bundled into a module.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  define: { RVS_VERSION: JSON.stringify(version) },
  minify: true,
  keepNames: true,
  metafile: true,
});
const places = Object.keys(metafile.inputs).flatMap((file) => file.match(PLACE) ?? []);
await cp('LICENSE', `${FOLDER}/dist/LICENSE`);
await writeFile(`${FOLDER}/dist/LICENSES.md`, await licenses(new Set(Object.keys(metafile.inputs))));
await writeFile(`${FOLDER}/dist/.packages`, `${JSON.stringify([...new Set(places)], null, 2)}\n`);
