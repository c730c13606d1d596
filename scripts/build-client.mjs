// Builds the npm package of the TypeScript client into clients/typescript/dist/package, as it is published: bundles for Node.js and
// for browsers, their declarations, and a manifest that names no package of this repository.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path/posix';
import { build } from 'esbuild';
import { licenses } from './bundled-licenses.mjs';
import { buildIfChanged } from './inputs.mjs';

const CLIENT = 'clients/typescript';
const TARGET = `${CLIENT}/dist/package`;
const ENTRIES = { index: '.', evidence: './evidence', webhooks: './webhooks' };
const NAMES = Object.keys(ENTRIES);
/** Inputs of the package, in addition to the folders. */
const SOURCES = [
  'scripts/build-client.mjs',
  'package-lock.json',
  'LICENSE',
  `${CLIENT}/package.json`,
  `${CLIENT}/README.md`,
];
const FOLDERS = [`${CLIENT}/src`, 'libs/evidence/src', 'libs/events/src'];
/** The oldest version of each platform that the package runs on. */
const PLATFORMS = {
  node: { target: 'node20.12', conditions: ['node'] },
  browser: { target: 'es2022', conditions: ['browser'] },
};

/** Declarations of the modules that are imported by a name other than their file's. */
const LIBRARIES = {
  '@service/events': 'libs/events/dist/index.d.ts',
  '@service/evidence': 'libs/evidence/dist/index.d.ts',
  '@service/evidence/primitives': 'libs/evidence/dist/primitives.d.ts',
  '#platform': 'libs/evidence/dist/platform/node.d.ts',
};
const IMPORTED = /(\bfrom |\bimport\(|^import )['"]([^'"]+)['"]/gm;

await buildIfChanged(`${CLIENT}/dist/.package-inputs`, SOURCES, FOLDERS, async () => {
  await rm(TARGET, { recursive: true, force: true });
  await mkdir(TARGET, { recursive: true });
  const inputs = await Promise.all(Object.entries(PLATFORMS).map(([name, terms]) => bundle(name, terms)));
  await declarations();
  await writeFile(`${TARGET}/package.json`, `${JSON.stringify(await manifest(), null, 2)}\n`);
  await writeFile(`${TARGET}/LICENSES.md`, await licenses(new Set(inputs.flat())));
  for (const file of [`${CLIENT}/README.md`, 'LICENSE']) await cp(file, join(TARGET, file.split('/').at(-1)));
});

/** @returns the files that the bundles are made from. */
async function bundle(platform, { target, conditions }) {
  const { metafile } = await build({
    entryPoints: NAMES.map((name) => `${CLIENT}/dist/${name}.js`),
    outdir: `${TARGET}/${platform}`,
    bundle: true,
    // Shared code is bundled once, so that `instanceof` holds for an error class across entries.
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: [...conditions, 'import'],
    target,
    external: ['node:*'],
    legalComments: 'none',
    minifySyntax: true,
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

/** Writes the declarations that the entries reach. Those of bundled libraries are included, in folders of their own. */
async function declarations() {
  const files = new Set(NAMES.map((name) => `${CLIENT}/dist/${name}.d.ts`));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    const written = text.replaceAll(IMPORTED, (_, before, name) => {
      const imported = LIBRARIES[name] ?? join(dirname(file), name.replace(/\.js$/, '.d.ts'));
      files.add(imported);
      const path = relative(dirname(placeOf(file)), placeOf(imported)).replace(/\.d\.ts$/, '.js');
      return `${before}'${path.startsWith('.') ? path : `./${path}`}'`;
    });
    await mkdir(dirname(placeOf(file)), { recursive: true });
    await writeFile(placeOf(file), written.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  }
}

/** Where a file's declarations are in the package. */
function placeOf(file) {
  return file
    .replace(`${CLIENT}/dist/`, `${TARGET}/types/`)
    .replace(/^libs\/(\w+)\/dist\//, `${TARGET}/types/$1/`);
}

async function manifest() {
  const own = JSON.parse(await readFile(`${CLIENT}/package.json`, 'utf8'));
  const { private: _private, scripts: _guard, dependencies: _bundled, exports: _sources, ...published } = own;
  const entries = Object.entries(ENTRIES).map(([name, path]) => [
    path,
    {
      types: `./types/${name}.d.ts`,
      workerd: `./browser/${name}.js`,
      browser: `./browser/${name}.js`,
      default: `./node/${name}.js`,
    },
  ]);
  return {
    ...published,
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    files: ['browser', 'node', 'types', 'LICENSES.md'],
    publishConfig: { access: 'public', provenance: true },
  };
}
