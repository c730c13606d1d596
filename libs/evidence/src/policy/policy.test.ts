import { describe, expect, it } from '@jest/globals';
import { encodeHex } from '../encoding/base-encodings.js';
import { decodeBase64url } from '../encoding/base-encodings.js';
import { SignatureType, formatVerifierKey, noteSigner, verifierKey } from '../notes/index.js';
import { SigningKey } from '../signing/signing-key.js';
import { parsePolicy } from './policy-file.js';
import { quorumTime, quorumWitnesses, quorumsOverlap, type Quorum } from './quorum.js';
import {
  isSignedPolicy,
  openPolicy,
  policyFingerprint,
  requireCurrent,
  signPolicy,
} from './signed-policy.js';

const AT = '2026-11-21T03:00:00.000Z';
const keyOf = () => decodeBase64url(SigningKey.generate('checkpoint', AT).publicKey);
const vkeyOf = (name: string, publicKey = keyOf()) =>
  formatVerifierKey(verifierKey(name, SignatureType.cosignature, publicKey));
const logKey = formatVerifierKey(verifierKey('log.example/production', SignatureType.ed25519, keyOf()));
const LOG = `log ${logKey} https://log.example\n`;
const witnessLines = (...names: string[]) =>
  names.map((name) => `witness ${name} ${vkeyOf(`${name}.example`)}\n`).join('');

const malformed = (reason: string) =>
  expect.objectContaining({ code: 'policy.malformed', message: expect.stringContaining(reason) as unknown });

describe('a policy file', () => {
  it('is read as in the example of its specification', () => {
    const text = `${LOG}
      # comment
\t${witnessLines('X1', 'X2', 'X3')}group  X-witnesses\t2 X1 X2 X3

${witnessLines('Y1', 'Y2', 'Y3')}group Y-witnesses any Y1 Y2 Y3
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;
    const { logs, witnesses, quorum } = parsePolicy(text);
    expect(logs).toEqual([{ key: expect.objectContaining({ kind: 'vkey' }), url: 'https://log.example' }]);
    expect(witnesses.map(({ name, url }) => [name, url])).toEqual(
      ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'].map((name) => [name, null]),
    );
    expect(quorum).toMatchObject({
      kind: 'group',
      threshold: 2,
      members: [
        { kind: 'group', threshold: 2 },
        { kind: 'group', threshold: 1 },
      ],
    });
    expect(quorumWitnesses(quorum as Quorum)).toEqual(witnesses.map(({ name }) => name));
  });

  it('may need no cosignature, or that of one witness', () => {
    expect(parsePolicy('quorum none')).toEqual({
      logs: [],
      retired: [],
      witnesses: [],
      quorum: null,
      mergeDelay: null,
    });
    expect(parsePolicy(`${witnessLines('W')}quorum W\n`).quorum).toEqual({ kind: 'witness', name: 'W' });
  });

  it('may have bare keys, as the tools of Sigsum write them', () => {
    const hex = '4644af2abd40f4895a003bca350f9d5912ab301a49c77f13e5b6d905c20a5fe6';
    const nisse = '1c25f8a44c635457e2e391d1efbca7d4c2951a0aef06225a881e46b98962ac6c';
    const text = `log ${hex} https://test.sigsum.org/barreleye\nwitness poc.sigsum.org/nisse ${nisse}\nquorum poc.sigsum.org/nisse\n`;
    const { logs, witnesses } = parsePolicy(text);
    expect(logs[0]?.key).toEqual({ kind: 'bare', publicKey: Buffer.from(hex, 'hex') });
    expect(witnesses[0]?.key).toEqual({ kind: 'bare', publicKey: Buffer.from(nisse, 'hex') });
  });

  const [a, b] = [witnessLines('A'), witnessLines('B')];
  const sameKey = keyOf();
  it.each([
    ['no quorum', LOG, 'no quorum line'],
    ['two quorums', 'quorum none\nquorum none\n', 'Line 2 of the policy: the policy has a second quorum'],
    ['a quorum of no name', 'quorum\n', 'the quorum is one name'],
    ['an unknown quorum', 'quorum A\n', 'no earlier line defines A'],
    [
      'a name that is defined later',
      `group G any A\n${a}quorum G\n`,
      'Line 1 of the policy: no earlier line',
    ],
    ['a group in itself', `group G any G\nquorum G\n`, 'no earlier line defines G'],
    ['a name that is taken', `${a}group A any A\nquorum A\n`, 'the name A is taken'],
    ['the name none', `${witnessLines('none')}quorum none\n`, 'the name none is taken'],
    ['none as a member', `group G any none\nquorum G\n`, 'no earlier line defines none'],
    ['a member twice', `${a}group G any A A\nquorum G\n`, 'A is a member already'],
    ['a member of two groups', `${a}group G any A\ngroup H any A\nquorum H\n`, 'A is a member already'],
    ['no member', `${a}group G all\nquorum A\n`, 'a group has'],
    ['a threshold of 0', `${a}group G 0 A\nquorum G\n`, 'a threshold is'],
    ['a threshold beyond the members', `${a}${b}group G 3 A B\nquorum G\n`, 'a threshold is'],
    ['a threshold with a zero before it', `${a}group G 01 A\nquorum G\n`, 'a threshold is'],
    ['another word', 'cosigner A\nquorum none\n', 'it begins with none of'],
    ['a log without a key', 'log\nquorum none\n', 'a log has a key'],
    ['a witness without a key', 'witness A\nquorum none\n', 'a witness has a name, a key'],
    ['a fourth item', `${LOG.trim()} more\nquorum none\n`, 'a log has a key'],
    ['a key that is no vkey', 'log abc\nquorum none\n', 'This is not a vkey'],
    ['a log twice', `${LOG}${LOG}quorum none\n`, 'a key of a log is named twice'],
    [
      'a witness under two names',
      `witness A ${vkeyOf('a', sameKey)}\nwitness B ${encodeHex(sameKey)}\nquorum A\n`,
      'Line 2 of the policy: the key of a witness is named twice',
    ],
    ['a carriage return', 'quorum none\r\n', 'it has a control character'],
    ['too many witnesses', witnessLines(...Array.from({ length: 129 }, (_, i) => `W${i}`)), 'more than 128'],
  ])('is refused with %s', (_, text, reason) => {
    expect(() => parsePolicy(text)).toThrow(malformed(reason));
  });
});

const one = (name: string): Quorum => ({ kind: 'witness', name });
const group = (threshold: number, ...members: Quorum[]): Quorum => ({ kind: 'group', threshold, members });
const abc = [one('a'), one('b'), one('c')];

describe('a quorum', () => {
  it.each([
    ['one of three', group(1, ...abc), [['a', 5]], 5],
    [
      'two of three, at the second',
      group(2, ...abc),
      [
        ['a', 9],
        ['c', 4],
        ['b', 7],
      ],
      7,
    ],
    ['two of three, of which one cosigned', group(2, ...abc), [['b', 1]], null],
    ['a witness that is not in it', group(1, ...abc), [['d', 1]], null],
    [
      'groups, each at its own moment',
      group(2, group(2, ...abc), group(1, one('x'), one('y'))),
      [
        ['a', 1],
        ['b', 2],
        ['y', 9],
        ['x', 3],
      ],
      3,
    ],
  ] as [string, Quorum, [string, number][], number | null][])(
    'is met from a moment: %s',
    (_, quorum, times, at) => {
      const cosigned = new Map(times.map(([name, time]) => [name, BigInt(time)]));
      expect(quorumTime(quorum, cosigned)).toBe(at === null ? null : BigInt(at));
    },
  );

  it.each([
    ['one witness', one('a'), true],
    ['two of three', group(2, ...abc), true],
    ['one of three', group(1, ...abc), false],
    ['two of four', group(2, ...abc, one('d')), false],
    ['three of four', group(3, ...abc, one('d')), true],
    [
      'both of two groups, of which one overlaps',
      group(2, group(2, ...abc), group(1, one('x'), one('y'))),
      true,
    ],
    [
      'both of two groups, of which none overlaps',
      group(2, group(1, ...abc), group(1, one('x'), one('y'))),
      false,
    ],
    [
      'two of three groups, of which one does not overlap',
      group(2, one('a'), one('b'), group(1, one('x'), one('y'))),
      false,
    ],
  ])('always has a witness in common with another: %s', (_, quorum, overlaps) => {
    expect(quorumsOverlap(quorum)).toBe(overlaps);
    expect(overlapsBySearch(quorum)).toBe(overlaps);
  });
});

/** The same by trying all pairs of sets of witnesses. */
function overlapsBySearch(quorum: Quorum): boolean {
  const names = quorumWitnesses(quorum);
  const isMet = (set: number) =>
    quorumTime(quorum, new Map(names.filter((_, i) => set & (1 << i)).map((name) => [name, 1n]))) !== null;
  const sets = Array.from({ length: 2 ** names.length }, (_, set) => set);
  return sets.every((set) => !isMet(set) || !isMet(sets.length - 1 - set));
}

describe('a signed policy', () => {
  const signerOf = () => noteSigner('policy.example', SigningKey.generate('checkpoint', AT));
  const [first, second] = [signerOf(), signerOf()];
  const terms = { version: 1, dated: AT, expires: '2027-11-21T00:00:00.000Z' };
  const lines = `${LOG}quorum none\n`;

  it('is a policy file under its signature', () => {
    const note = signPolicy(lines, terms, [first]);
    const opened = openPolicy(note, null);
    expect(opened).toMatchObject({ ...terms, key: first.verifierKey });
    expect(opened.policy).toEqual(parsePolicy(lines));
    expect(opened.policy).toEqual(parsePolicy(note.slice(0, note.lastIndexOf('\n\n') + 1)));
    expect(policyFingerprint(opened.key)).toMatch(/^[0-9a-f]{64}$/);
    expect([isSignedPolicy(note), isSignedPolicy(lines)]).toEqual([true, false]);
  });

  it.each([
    ['an older version', { ...terms, version: 1 }, [first], 'policy.replaced'],
    ['a newer version under an unknown key', { ...terms, version: 3 }, [second], 'policy.unsigned'],
  ] as const)('is refused with %s', (_, changed, signers, code) => {
    const { version, key, digest } = openPolicy(signPolicy(lines, { ...terms, version: 2 }, [first]), null);
    const note = signPolicy(lines, changed, [...signers]);
    expect(() => openPolicy(note, { version, key: formatVerifierKey(key), digest })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it('is made only of a policy', () => {
    expect(() => signPolicy('quorum x\n', terms, [first])).toThrow(malformed('no earlier line'));
    expect(() => signPolicy(lines, { ...terms, version: 0 }, [first])).toThrow(malformed('version'));
  });

  it('counts from its date until it expires', () => {
    const from = (time: number) => () => requireCurrent(terms, new Date(time), 1_000);
    expect(from(Date.parse(AT) - 1_001)).toThrow(expect.objectContaining({ code: 'policy.future' }));
    expect(from(Date.parse(AT) - 1_000)).not.toThrow();
    expect(from(Date.parse(terms.expires) - 1)).not.toThrow();
    expect(from(Date.parse(terms.expires))).toThrow(expect.objectContaining({ code: 'policy.expired' }));
  });
});
