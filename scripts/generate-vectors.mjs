// Writes the test vectors of docs/vectors from the samples of libs/evidence and libs/events, and the clients’ copies of
// the names and groups of checks; a test fails where they are stale.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

// The samples are TypeScript sources that import each other under the names of their compiled files.
registerHooks({
  resolve(specifier, context, next) {
    const isSource =
      specifier.startsWith('.') && /\/libs\/(evidence|events)\/src\//.test(context.parentURL ?? '');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});

const FOLDER = 'docs/vectors';
const { evidenceVectors } = await import('../libs/evidence/src/testing/evidence-vectors.ts');
const { deliveryVectors } = await import('../libs/events/src/testing/delivery-vectors.ts');
const deliveries = (await deliveryVectors()).map((vector) => JSON.stringify(vector));
await mkdir(FOLDER, { recursive: true });
for (const [name, text] of Object.entries(evidenceVectors())) await writeFile(`${FOLDER}/${name}`, text);
for (const client of ['clients/go', 'clients/python/src/record_verification/evidence']) {
  await copyFile(`${FOLDER}/checks.json`, `${client}/checks.json`);
}
await writeFile(`${FOLDER}/deliveries.json`, `[\n${deliveries.join(',\n')}\n]\n`);
