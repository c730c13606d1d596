import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeBase64, encodeHex } from '../encoding/base-encodings.js';
import { canonicalJson } from '../json/canonical-json.js';
import { EMPTY_ROOT } from '../merkle/hashing.js';
import { naiveRoot, leafOf } from '../testing/naive-tree.js';
import { SigningKey } from '../signing/signing-key.js';
import { VerifyingKey } from '../signing/verifying-key.js';
import { formatAnswerPath, parseAnswerPath } from './answer-path.js';
import { ANSWER_FORMAT, isNonce, requestDigest, statementText } from './answer-statement.js';
import { answerTree } from './answer-tree.js';
import { AnswersSigner } from './answers-signer.js';
import { formatAsOf, parseAsOf } from './as-of.js';
import { digestText } from '../digest.js';
import { verifyAnswer, type SignedAnswer } from './verify-answer.js';

const AT = '2027-01-02T03:04:05.678Z';
const origin = 'records.example/development';
const asOf = formatAsOf({ origin, treeSize: 7, root: EMPTY_ROOT, at: AT });
const key = SigningKey.generate('answer', AT);
const keyOf = (keyId: string) => (keyId === key.keyId ? VerifyingKey.of(key.publicKey) : null);

/** Answers that were signed together, as their callers get them. */
function signed(count: number): SignedAnswer[] {
  const answers = Array.from({ length: count }, (_, number) => ({
    body: { record: { id: `rec_${number}`, state: 'active' }, request_id: `req_${number}` },
    request: { method: 'POST', path: '/v1/records/verify', body: { record_id: `rec_${number}` } },
    requestId: `req_${number}`,
    nonce: number % 2 === 0 ? null : `"nonce\\${number}`,
    asOf,
  }));
  const statements = answers.map(({ body, request, requestId, nonce }) =>
    statementText({
      answer: digestText(canonicalJson(body)),
      as_of: asOf,
      nonce,
      request: requestDigest(request),
      request_id: requestId,
    }),
  );
  const { signature, paths } = new AnswersSigner(key).sign(origin, statements);
  return answers.map((answer, index) => ({ ...answer, signature, path: paths[index] as string }));
}

const faultOf = (answer: SignedAnswer) => verifyAnswer(answer, keyOf).fault;

describe('a statement', () => {
  it('is in its canonical form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.option(fc.string()), (as_of, nonce) => {
        const parts = {
          as_of,
          nonce,
          answer: digestText('a'),
          request: digestText('b'),
          request_id: 'req_1',
        };
        expect(statementText(parts)).toBe(canonicalJson({ ...parts, format: ANSWER_FORMAT }));
      }),
    );
  });

  it.each(['', 'a b', 'ä', 'a\n', 'x'.repeat(129)])('cannot hold %j as its nonce', (text) => {
    expect(isNonce(text)).toBe(false);
    expect(isNonce('x'.repeat(128))).toBe(true);
  });
});

describe('the tree of some answers', () => {
  it.each([1, 2, 3, 5, 8, 13, 63, 64, 65])('is that of RFC 6962: %i', (size) => {
    const statements = Array.from({ length: size }, (_, number) => `{"n":${number}}`);
    expect(answerTree(statements).root).toBe(encodeBase64(naiveRoot(statements.map(leafOf))));
  });
});

describe('an answer', () => {
  it.each([1, 2, 3, 7, 64])('is verified by its headers among %i', (count) => {
    for (const [index, answer] of signed(count).entries()) {
      const verdict = verifyAnswer(answer, keyOf);
      expect(verdict).toMatchObject({ fault: null, keyId: key.keyId, index, size: count });
    }
  });

  it('is verified after it was stored with its members in another order', () => {
    const [answer] = signed(3) as [SignedAnswer];
    const body = { request_id: 'req_0', record: { state: 'active', id: 'rec_0' } };
    expect(faultOf({ ...answer, body })).toBeNull();
  });

  it.each<[string, (answer: SignedAnswer, other: SignedAnswer) => Partial<SignedAnswer>]>([
    ['body', () => ({ body: { record: { id: 'rec_0', state: 'revoked' }, request_id: 'req_0' } })],
    ['request', (_, { request }) => ({ request })],
    ['method', ({ request }) => ({ request: { ...request, method: 'GET' } })],
    ['path of the request', ({ request }) => ({ request: { ...request, path: '/v1/records' } })],
    ['nonce', () => ({ nonce: 'mine' })],
    ['position', () => ({ asOf: formatAsOf({ origin, treeSize: 8, root: EMPTY_ROOT, at: AT }) })],
    ['time', () => ({ asOf: asOf.replace('.678Z', '.679Z') })],
    ['log', () => ({ asOf: asOf.replace('records', 'other') })],
    ['path', (_, { path }) => ({ path })],
    ['size', ({ path }) => ({ path: path.replace('/5,', '/6,') })],
  ])('is refused with another %s', (_name, change) => {
    const [answer, other] = signed(5) as [SignedAnswer, SignedAnswer];
    expect(faultOf({ ...answer, ...change(answer, other) })).toBe('answer.signature');
  });

  it('is refused with a fault if it is not one of this service', () => {
    const [answer] = signed(5) as [SignedAnswer];
    const [, , value] = answer.signature.split('.');
    const header = Buffer.from('{"alg":"EdDSA"}').toString('base64url');
    const faults: [Partial<SignedAnswer>, string][] = [
      [{ asOf: `${asOf} ` }, 'answer.as_of_malformed'],
      [{ path: answer.path.replace('/5,', '/05,') }, 'answer.path_malformed'],
      [{ path: answer.path.replace('0/5,', '5/5,') }, 'answer.path_malformed'],
      [{ path: answer.path.split(',').slice(0, -1).join(',') }, 'answer.path_malformed'],
      [{ signature: `${header}..${value}` }, 'answer.signature_malformed'],
      [{ signature: answer.signature.replace('..', '.e30.') }, 'answer.signature_malformed'],
      [{ requestId: 'req_1' }, 'answer.request_id'],
      [{ body: { text: '\ud800' } }, 'answer.body_malformed'],
    ];
    for (const [change, fault] of faults)
      expect([change, faultOf({ ...answer, ...change })]).toEqual([change, fault]);
    expect(verifyAnswer(answer, () => null).fault).toBe('answer.key_unknown');
  });
});

describe('header values', () => {
  it('are read back', () => {
    const position = { origin, treeSize: 2 ** 40, root: EMPTY_ROOT, at: AT };
    expect(parseAsOf(formatAsOf(position))).toEqual(position);
    const path = { index: 4, size: 5, hashes: [EMPTY_ROOT] };
    expect(parseAnswerPath(formatAnswerPath(path))).toEqual(path);
  });

  it.each([
    `${origin} 07 ${encodeBase64(EMPTY_ROOT)} ${AT}`,
    `${origin} 7 ${encodeHex(EMPTY_ROOT)} ${AT}`,
    `${origin} 7 ${encodeBase64(EMPTY_ROOT)} 2027-01-02`,
    `${origin}  7 ${encodeBase64(EMPTY_ROOT)} ${AT}`,
    `7 ${encodeBase64(EMPTY_ROOT)} ${AT}`,
  ])('are not a position of a log: %s', (text) => {
    expect(parseAsOf(text)).toBeNull();
  });

  it.each(['0', '0/1/1', '0/1,', '-1/1', '0/1,AA==', ''])('are not a path: %s', (text) => {
    expect(parseAnswerPath(text)).toBeNull();
  });
});
