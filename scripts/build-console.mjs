// Builds the browser's half of the Console into apps/console/dist, from which verify-api serves it: first the types of
// the API from the OpenAPI document, then the bundle. Skips the bundle if none of its inputs has changed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describeInterface } from '@service/verify-api';
import openapiTypes, { astToString } from 'openapi-typescript';
import { writePackages } from './bundled-packages.mjs';
import { buildIfChanged } from './inputs.mjs';

const CONSOLE = 'apps/console';
const TYPES = `${CONSOLE}/generated/openapi.d.ts`;
/** What the bundle is made from. */
const SOURCES = [
  'scripts/build-console.mjs',
  'scripts/bundled-packages.mjs',
  'scripts/inputs.mjs',
  'package-lock.json',
  'libs/platform/dist/csv.js',
  ...['index.html', 'link.html', 'vite.config.ts', 'tsconfig.json', 'package.json'].map(
    (name) => `${CONSOLE}/${name}`,
  ),
];
const FOLDERS = [`${CONSOLE}/src`, `${CONSOLE}/public`, 'libs/evidence/dist', 'libs/contracts/dist'];
/** Stored beside the build, and not served. */
const DIGEST = `${CONSOLE}/dist/.inputs`;
const PACKAGES = `${CONSOLE}/dist/.packages`;

await writeTypes();
await buildIfChanged(DIGEST, SOURCES, FOLDERS, async () => {
  // Imported only here: loading Vite takes longer than the rest of the script.
  const { build } = await import('vite');
  const { output } = await build({ root: CONSOLE, logLevel: 'warn' });
  await writePackages(PACKAGES, output);
});

async function writeTypes() {
  const { openapi } = describeInterface();
  const text = astToString(await openapiTypes(JSON.parse(openapi), { defaultNonNullable: false }));
  // An unchanged file keeps its modification time, which an editor's type checker watches.
  if ((await readFile(TYPES, 'utf8').catch(() => '')) === text) return;
  await mkdir(`${CONSOLE}/generated`, { recursive: true });
  await writeFile(TYPES, text);
}
