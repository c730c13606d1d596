// Writes random texts, most of them JSON, and how the verifier in TypeScript reads each: random-json.mjs FILE COUNT [SEED]. The tests of
// the verifiers in Python and Go read them too: three parsers that differ in one text can be made to believe different things.
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { EvidenceError, canonicalJson, parseStrictJson } from '@service/evidence';
import fc from 'fast-check';

const NUMBERS = [
  '-0',
  '1.0',
  '1e2',
  '1E400',
  '9007199254740993',
  '0.1',
  '5e-324',
  '1e-7',
  '01',
  '.5',
  '123456789012345680000',
];
const TEXTS = [
  '"\\u0061"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '"\\/"',
  '"\\u0000"',
  '"\u007f\u2028"',
  '{"a":1,"a":2}',
  '{"__proto__":{}}',
];
const INSERTED = [
  ...NUMBERS,
  ...TEXTS,
  ',',
  ':',
  '[',
  ']',
  '{',
  '}',
  ' ',
  '\t',
  '\ufeff',
  '\\',
  '"',
  'null',
  'NaN',
  '//',
  '\u00a0',
];

const value = fc.oneof(fc.jsonValue(), fc.jsonValue({ stringUnit: 'binary' }));
const edited = fc
  .tuple(value, fc.nat(), fc.nat(3), fc.constantFrom(...INSERTED))
  .map(([given, place, removed, inserted]) => {
    const text = JSON.stringify(given);
    const at = place % (text.length + 1);
    return text.slice(0, at) + inserted + text.slice(at + removed);
  });
const spaced = value.map((given) => JSON.stringify(given, null, 1));
const number = fc.double().map((given) => `[${given}]`);
const texts = fc.oneof({ weight: 3, arbitrary: edited }, { weight: 2, arbitrary: spaced }, number);

/** The canonical form of a text that the verifiers read; null for one that they refuse. */
function canonicalOf(text) {
  try {
    return canonicalJson(parseStrictJson(text));
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}

/** Writes a line of `{text, canonical}` for each text. A text that cannot be UTF-8 is left out. */
export function writeRandomJson(file, count, seed) {
  const lines = fc
    .sample(texts, { numRuns: count, seed })
    .filter((text) => text.isWellFormed())
    .map((text) => `${JSON.stringify({ text, canonical: canonicalOf(text) })}\n`);
  writeFileSync(file, lines.join(''));
}

if (argv[1] === import.meta.filename) writeRandomJson(argv[2], Number(argv[3]), Number(argv[4] ?? 1));
