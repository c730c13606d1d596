// Writes random evidence and deliveries, with what the verifiers in TypeScript say of each: random-vectors.mjs FOLDER COUNT [SEED]. The
// tests of the verifiers in Python and Go read them beside docs/vectors: nobody knows what is right, but all three must say the same.
import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { argv } from 'node:process';

registerHooks({
  resolve(specifier, context, next) {
    const isSource =
      specifier.startsWith('.') && /\/libs\/(evidence|events)\/src\//.test(context.parentURL ?? '');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});

const { randomVectors } = await import('../libs/evidence/src/testing/evidence-vectors.ts');
const { diceOf, mutatedText, pick } = await import('../libs/evidence/src/testing/mutations.ts');
const { judgeDelivery } = await import('../libs/events/src/testing/judge-delivery.ts');

const [folder, count, seed = '1'] = argv.slice(2);
const dice = diceOf(Number(seed));
const read = async (name) => JSON.parse(await readFile(`docs/vectors/${name}`, 'utf8'));
const published = await read('deliveries.json');
const cases = randomVectors(await read('cases.json'), Math.ceil(Number(count) * 0.8), dice);
const deliveries = Array.from({ length: Math.floor(Number(count) * 0.2) }, (_, index) =>
  mutatedDelivery(index),
);
await writeFile(`${folder}/cases.json`, JSON.stringify(cases));
await writeFile(`${folder}/deliveries.json`, JSON.stringify(deliveries));

/** Servers hand over no white space around a value. */
function mutatedDelivery(index) {
  const vector = structuredClone(pick(dice, published));
  const { headers } = vector;
  const at = dice(headers.length + 2);
  const [name, value] = headers[at] ?? [];
  if (at === headers.length) vector.now = mutatedText(vector.now, () => 1);
  else if (at > headers.length) {
    // What a program parsed is JSON.
    if (vector.body_as === undefined) vector.body = Buffer.from(mutatedBody(vector.body)).toString('base64');
  } else if (dice(6) === 0) headers.splice(at, 1);
  else if (dice(5) === 0) headers.push([pick(dice, [name, name.toUpperCase()]), value]);
  else if (typeof value === 'string')
    headers[at] = [name, mutatedText(value, dice).replace(/\s+/g, ' ').trim()];
  vector.name = `at random: ${index}`;
  const codes = new Set(Object.values(judgeDelivery(vector)));
  if (codes.size > 1)
    throw new Error(`The forms of a delivery are judged differently: ${JSON.stringify(vector)}`);
  return { ...vector, code: [...codes][0] ?? null };
}

function mutatedBody(body) {
  const bytes = Buffer.from(body, 'base64');
  if (bytes.length > 0) bytes[dice(bytes.length)] ^= 1 << dice(8);
  return bytes;
}
