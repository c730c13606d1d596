import { describe, expect, it } from '@jest/globals';
import { decodeBase64url } from '../encoding/base-encodings.js';
import {
  formatNote,
  formatVerifierKey,
  noteCosigner,
  noteSigner,
  parseNote,
  signNote,
} from '../notes/index.js';
import { openPolicy, parsePolicy, signPolicy } from '../policy/index.js';
import { SigningKey } from '../signing/index.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from '../testing/sample-log.js';
import { SampleService } from '../testing/sample-service.js';
import type { VerifyOptions } from './options.js';
import { policyCheckOf, refusedPolicyReport } from './policy-checks.js';
import { trustOfPolicy, trustOfSignedPolicy } from './policy-trust.js';
import { firstFailure, type Report } from './report.js';
import { verifyBundle } from './verify-bundle.js';

const service = SampleService.usual();
const { log } = service;
const now = new Date(SAMPLE_NOW * 1000);
const hexOf = (key: Uint8Array): string => Buffer.from(key).toString('hex');

/** The lines of a policy. @param keyOf how the keys of the log and of the witnesses are written. */
function lines(rule: string, keyOf = formatVerifierKey): string {
  const logs = log.signers.map(({ verifierKey }) => `log ${keyOf(verifierKey)}\n`);
  const named = log.witnesses.map(
    ({ verifierKey }, index) => `witness w${index + 1} ${keyOf(verifierKey)}\n`,
  );
  return [...logs, ...named, rule].join('');
}

const bare = (rule: string): string => lines(rule, ({ publicKey }) => hexOf(publicKey));
const TWO = 'group all-of-them 2 w1 w2 w3\nquorum all-of-them\n';
const trustOf = (text: string, origin: string | null = null) => trustOfPolicy(parsePolicy(text), origin);

function verify(
  text: string,
  witnesses: number,
  options: VerifyOptions = {},
  origin = SAMPLE_ORIGIN,
): Report {
  const bundle = JSON.stringify(service.bundle('rec_1', service.answer('rec_1'), witnesses));
  return verifyBundle(bundle, trustOf(text, origin), { now, ...options });
}

const failureOf = (report: Report) => firstFailure(report)?.check;

describe('evidence under a policy', () => {
  it.each([
    ['as C2SP writes keys', lines],
    ['with bare keys, as Sigsum’s tools write them', bare],
  ])('is verified %s, as far as the quorum asks', (_, write) => {
    const report = verify(write(TWO), 2, { maxAgeSeconds: 60 });
    expect([report.ok, report.witnesses]).toEqual([true, { cosigned: 2, pinned: 3 }]);
    expect(failureOf(verify(write(TWO), 1))).toBe('checkpoint.witnesses');
    expect(failureOf(verify(write('quorum w3\n'), 2))).toBe('checkpoint.witnesses');
    expect(verify(write('quorum w2\n'), 2).witnesses).toEqual({ cosigned: 1, pinned: 1 });
  });

  it('asks as many of each group as the policy says', () => {
    const nested = 'group one any w1 w2\ngroup both all one w3\nquorum both\n';
    expect(verify(lines(nested), 3).ok).toBe(true);
    expect(failureOf(verify(lines(nested), 2))).toBe('checkpoint.witnesses');
    expect(failureOf(verify(lines(nested), 2, { maxAgeSeconds: 60 }))).toBe('checkpoint.witnesses');
  });

  it('takes the time of the quorum: the moment of the last that it needs', () => {
    const slow = SampleService.usual(
      new SampleLog(SAMPLE_ORIGIN, [SAMPLE_NOW - 600, SAMPLE_NOW, SAMPLE_NOW]),
    );
    const answer = slow.answer('rec_1');
    slow.fill(9);
    const bundle = JSON.stringify(slow.bundle('rec_1', answer, 3));
    const judged = (rule: string) => {
      const witnesses = slow.log.witnessVkeys.map((vkey, index) => `witness w${index + 1} ${vkey}\n`);
      return failureOf(
        verifyBundle(bundle, trustOf([`log ${slow.log.vkeys[0]}\n`, ...witnesses, rule].join(''))),
      );
    };
    expect(judged(TWO)).toBeUndefined();
    expect(judged('quorum w1\n')).toBe('as_of.time');
    expect(judged('group g any w1 w2\ngroup h all g w3\nquorum h\n')).toBeUndefined();
  });

  it('counts a witness without a name once, whatever names it signs under', () => {
    const key = SigningKey.generate('checkpoint', now.toISOString());
    const [one, other] = ['one', 'other'].map((name) => noteCosigner(name, key, () => SAMPLE_NOW));
    if (one === undefined || other === undefined) throw new Error('There are two names.');
    const text = parseNote(log.checkpoint()).text;
    const note = signNote(text, [...log.signers, one, other]);
    const bundle = { ...service.bundle('rec_1'), checkpoint: note };
    const witness = `witness w ${hexOf(decodeBase64url(key.publicKey))}\n`;
    const policy = (rule: string) => trustOf(`log ${log.vkeys[0]}\n${witness}${rule}`);
    const { witnesses } = verifyBundle(JSON.stringify(bundle), policy('quorum w\n'));
    expect(witnesses).toEqual({ cosigned: 1, pinned: 1 });
    // The hash in the signature's line is that of the name and the key, as for every note.
    const [, ...cosigned] = parseNote(note).signatures;
    const renamed = cosigned.map((signature) => ({ ...signature, name: 'third' }));
    const forged = formatNote({
      text,
      signatures: [...parseNote(signNote(text, log.signers)).signatures, ...renamed],
    });
    const unnamed = verifyBundle(JSON.stringify({ ...bundle, checkpoint: forged }), policy('quorum w\n'));
    expect(failureOf(unnamed)).toBe('checkpoint.witnesses');
  });

  it('is not verified with another key of the log, or another log', () => {
    const other = noteSigner(SAMPLE_ORIGIN, SigningKey.generate('checkpoint', now.toISOString())).verifierKey;
    expect(failureOf(verify(`log ${formatVerifierKey(other)}\nquorum none\n`, 2))).toBe(
      'checkpoint.signature',
    );
    expect(failureOf(verify(`log ${hexOf(other.publicKey)}\nquorum none\n`, 2))).toBe('checkpoint.signature');
    expect(failureOf(verify(bare('quorum none\n'), 2, {}, 'example.com/log'))).toBe('log.origin');
  });

  it.each([
    ['no log', 'quorum none\n', null, 'names no log'],
    [
      'none of that name',
      lines('quorum none\n'),
      'example.com/log',
      'names no key of the log example.com/log',
    ],
    [
      'several',
      `${lines('')}log ${new SampleLog('b', undefined, 'another').vkeys[0]}\nquorum none\n`,
      null,
      'names several logs',
    ],
    ['a key without a name', bare('quorum none\n'), null, 'has a key without the name of its log'],
    [
      'several keys without a name',
      `${bare('')}log ${'1c'.repeat(32)}\nquorum none\n`,
      SAMPLE_ORIGIN,
      'has several keys without the names of their logs',
    ],
  ])('needs a log: a policy with %s is refused', (_, text, origin, why) => {
    expect(() => trustOf(text, origin)).toThrow(`The policy ${why}`);
  });
});

describe('evidence under a signed policy', () => {
  const signer = noteSigner(`${SAMPLE_ORIGIN}/policy`, SigningKey.generate('checkpoint', now.toISOString()));
  const expires = new Date(now.getTime() + 60_000).toISOString();
  const note = signPolicy(lines(TWO), { version: 3, dated: now.toISOString(), expires }, [signer]);
  const bundle = JSON.stringify(service.bundle('rec_1'));
  const judged = (options: VerifyOptions) => {
    const report = verifyBundle(bundle, trustOfSignedPolicy(openPolicy(note, null), null), options);
    return { ok: report.ok, first: failureOf(report), checks: report.checks.slice(0, 3) };
  };

  it('names the policy in its report', () => {
    const { ok, checks } = judged({ now });
    expect(ok).toBe(true);
    expect(checks).toEqual([
      { check: 'policy.signature', outcome: 'passed', about: expect.stringMatching(/^key [0-9a-f]{64}$/) },
      { check: 'policy.version', outcome: 'passed', about: 'version 3' },
      { check: 'policy.expiry', outcome: 'passed', about: `until ${expires}` },
    ]);
  });

  it('fails when the policy has expired, unless that is allowed', () => {
    const late = { now: new Date(expires) };
    expect(judged(late)).toMatchObject({ ok: false, first: 'policy.expiry' });
    expect(judged({ ...late, allowExpiredPolicy: true })).toMatchObject({ ok: true });
    expect(judged({ ...late, allowExpiredPolicy: true }).checks[2]?.outcome).toBe('not_checked');
  });

  it('has a report where it is refused', () => {
    const report = refusedPolicyReport('policy.version', 'why');
    expect([report.ok, report.newest, failureOf(report)]).toEqual([false, false, 'policy.version']);
    expect(report.checks.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
    expect(policyCheckOf(new Error('policy.unsigned'))).toBeNull();
  });
});
