// Fails if the Console exceeds its size budgets. Sizes are those of gzip -9, in kB of 1,000 bytes; runs on the build.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const FOLDER = 'apps/console/dist';
/** Its shared file has the first page after the sign-in too. */
const FIRST = 'index.html';
const BUDGETS = { first: 150, route: 60, css: 20, all: 400 };

const manifest = JSON.parse(readFileSync(`${FOLDER}/manifest.json`, 'utf8'));
const first = filesOf(FIRST);
const files = readdirSync(`${FOLDER}/assets`).map((name) => `assets/${name}`);

const sizes = [
  ['first load', sum(first), BUDGETS.first],
  ...Object.keys(manifest)
    .filter((name) => manifest[name].isDynamicEntry)
    .map((name) => [name, sum([...filesOf(name)].filter((file) => !first.has(file))), BUDGETS.route]),
  ['all styles', sum(files.filter((file) => file.endsWith('.css'))), BUDGETS.css],
  ['all', sum(files), BUDGETS.all],
];
const tooLarge = sizes.filter(([, size, budget]) => size > budget);
for (const [name, size, budget] of tooLarge) {
  console.error(`The Console's ${name} has ${size.toFixed(1)} kB, and at most ${budget} are agreed on.`);
}
if (tooLarge.length > 0) process.exitCode = 1;
else console.log(sizes.map(([name, size]) => `${size.toFixed(1).padStart(6)} kB  ${name}`).join('\n'));

/** The scripts that a part loads before it runs. */
function filesOf(name, found = new Set()) {
  const { file, imports = [] } = manifest[name];
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of imports) filesOf(imported, found);
  return found;
}

function sum(names) {
  return [...names].reduce((total, name) => total + sizeOf(name), 0) / 1_000;
}

function sizeOf(name) {
  return gzipSync(readFileSync(`${FOLDER}/${name}`), { level: 9 }).length;
}
