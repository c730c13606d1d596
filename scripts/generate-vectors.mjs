// Writes the test vectors of docs/vectors from the samples of libs/evidence; a test fails where they are stale.
import { mkdir, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

// The samples are sources, which import each other as the JavaScript that they will become.
registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.includes('/libs/evidence/src/');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});

const FOLDER = 'docs/vectors';
const { evidenceVectors } = await import('../libs/evidence/src/testing/evidence-vectors.ts');
await mkdir(FOLDER, { recursive: true });
for (const [name, text] of Object.entries(evidenceVectors())) await writeFile(`${FOLDER}/${name}`, text);
