import { describe, expect, it } from '@jest/globals';
import {
  SigningKey,
  VerifyingKey,
  answersText,
  digestText,
  hashLeaf,
  parseAnswerPath,
  parseDetachedJws,
  rootOfInclusion,
  statementText,
  verifyDetachedJws,
  encodeBase64,
} from '@service/evidence';
import { AnswerSigner } from './answer-signer.js';

const key = SigningKey.generate('answer', '2027-01-01T00:00:00.000Z');
const AS_OF = '7 2027-01-01T00:00:00.000Z';
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** An answer that only its request tells from the others. */
const answered = (request_id: string) => ({
  answer: digestText('answer'),
  nonce: null,
  request: digestText('request'),
  request_id,
});

interface Signed {
  request: string;
  signature: string;
  path: string;
}

/** Signs in one turn; returns the signed answers in the order of their callbacks. */
function signer() {
  const subject = new AnswerSigner(key);
  const signed: Signed[] = [];
  const sign = (request: string, origin = 'log') =>
    subject.sign({ origin, shown: AS_OF }, answered(request), (signature, path) =>
      signed.push({ request, signature, path }),
    );
  return { sign, signed };
}

function holds({ request, signature, path }: Signed, origin = 'log'): boolean {
  const { index, size, hashes } = parseAnswerPath(path) ?? { index: 0, size: 0, hashes: [] };
  const root = rootOfInclusion({
    leafHash: hashLeaf(Buffer.from(statementText({ ...answered(request), as_of: AS_OF }))),
    index,
    size,
    proof: hashes,
  });
  const text = answersText(origin, size, root === null ? '' : encodeBase64(root));
  const jws = parseDetachedJws(signature, 'answers+jws');
  return jws.keyId === key.keyId && verifyDetachedJws(jws, Buffer.from(text), VerifyingKey.of(key.publicKey));
}

describe('answers that are ready in one turn', () => {
  it('share a signature, each with its own path, in their order', async () => {
    const { sign, signed } = signer();
    for (let number = 0; number < 5; number += 1) sign(`${number}`);
    expect(signed).toEqual([]);
    await turn();
    expect(new Set(signed.map(({ signature }) => signature)).size).toBe(1);
    expect(signed.map(({ request }) => request)).toEqual(['0', '1', '2', '3', '4']);
    expect(signed.map((each) => holds(each))).toEqual(Array(5).fill(true));
    expect(holds({ ...(signed[0] as Signed), request: '1' })).toBe(false);
  });

  it('share no more than 64', async () => {
    const { sign, signed } = signer();
    for (let number = 0; number < 130; number += 1) sign(`${number}`);
    expect(signed).toHaveLength(128);
    await turn();
    expect(signed.map(({ path }) => parseAnswerPath(path)?.size)).toEqual([
      ...Array<number>(128).fill(64),
      2,
      2,
    ]);
    expect(signed.every((each) => holds(each))).toBe(true);
  });

  it('share no signature with answers of another turn or log', async () => {
    const { sign, signed } = signer();
    sign('alone');
    await turn();
    sign('old');
    sign('new', 'other');
    await turn();
    expect(signed.map(({ path }) => path)).toEqual(['0/1', '0/1', '0/1']);
    expect(signed.map((each, index) => holds(each, index === 2 ? 'other' : 'log'))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
