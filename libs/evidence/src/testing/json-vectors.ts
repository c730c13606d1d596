import { EvidenceError } from '../evidence-error.js';
import { canonicalJson, parseStrictJson } from '../json/index.js';
import { jsonTexts } from './json-texts.js';

/** A JSON text and its canonical form (RFC 8785), or the code with which it is refused; or the bits of a double and its form. */
export type JsonVector =
  | { text: string; canonical: string }
  | { text: string; code: string }
  | { double: string; canonical: string };

/** RFC 8785, appendix B: IEEE 754 bits in hex, and the number's form. Two of its rows are no numbers of JSON. */
export const APPENDIX_B = `
0000000000000000 0
8000000000000000 0
0000000000000001 5e-324
8000000000000001 -5e-324
7fefffffffffffff 1.7976931348623157e+308
ffefffffffffffff -1.7976931348623157e+308
4340000000000000 9007199254740992
c340000000000000 -9007199254740992
4430000000000000 295147905179352830000
44b52d02c7e14af5 9.999999999999997e+22
44b52d02c7e14af6 1e+23
44b52d02c7e14af7 1.0000000000000001e+23
444b1ae4d6e2ef4e 999999999999999700000
444b1ae4d6e2ef4f 999999999999999900000
444b1ae4d6e2ef50 1e+21
3eb0c6f7a0b5ed8c 9.999999999999997e-7
3eb0c6f7a0b5ed8d 0.000001
41b3de4355555553 333333333.3333332
41b3de4355555554 333333333.33333325
41b3de4355555555 333333333.3333333
41b3de4355555556 333333333.3333334
41b3de4355555557 333333333.33333343
becbf647612f3696 -0.0000033333333333333333
43143ff3c1cb0959 1424953923781206.2`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [bits: string, text: string]);

/** What our own reader and canonicaliser say of each text. */
export function jsonVectors(): JsonVector[] {
  return [...APPENDIX_B.map(([double, canonical]) => ({ double, canonical })), ...jsonTexts().map(judge)];
}

function judge(text: string): JsonVector {
  try {
    return { text, canonical: canonicalJson(parseStrictJson(text)) };
  } catch (error) {
    if (error instanceof EvidenceError) return { text, code: error.code };
    throw error;
  }
}
