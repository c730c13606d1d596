import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CredentialTerms } from '@service/contracts';
import { DAY } from '@service/platform/days';
import { Directory } from '../../views/directory.js';
import { Authenticator } from './authenticator.js';
import { Pepper } from './peppers/pepper.js';
import { Peppers } from './peppers/peppers.js';
import { AFTER, AT, BEFORE, NOW, SampleAuthentication } from './testing/sample-authentication.js';
import { makeToken, parseToken, type Token } from './tokens/token.js';

let sample: SampleAuthentication;
beforeEach(() => {
  sample = new SampleAuthentication();
});

describe('the pepper of a secret', () => {
  const sealedUnder = (secret: string) =>
    sample.issue({ secret: sample.seal(sample.text, new Pepper(secret)) });
  /** The key id of `text`, with the HMAC of another secret. */
  const anotherSealedUnder = (secret: string) =>
    sample.issue({
      secret: {
        ...sample.seal(makeToken('standard', 'development'), new Pepper(secret)),
        key_id: sample.seal(sample.text).key_id,
      },
    });

  it('may be any of the gateway', () => {
    sealedUnder('old secret');
    expect(sample.authenticate()).toMatchObject({ credentialId: 'crd_1' });
    expect(sample.authenticate()).toMatchObject({ credentialId: 'crd_1' });
    anotherSealedUnder('old secret');
    sample.expectRefusal('authentication.invalid');
  });

  it('may be missing here, which is an error of the service and not of the token', () => {
    sealedUnder('lost secret');
    sample.expectRefusal('service.unavailable');
    anotherSealedUnder('lost secret');
    sample.expectRefusal('service.unavailable');
    sample.expectRefusal('authentication.invalid', `Bearer ${makeToken('standard', 'development')}`);
  });

  it('is named in the log once where it is missing, without the secret', () => {
    sealedUnder('lost secret');
    sample.expectRefusal('service.unavailable');
    sample.expectRefusal('service.unavailable');
    sealedUnder('another lost secret');
    sample.expectRefusal('service.unavailable');
    const sentence = 'the pepper file lacks a pepper that a credential in use depends on.';
    expect(sample.warnings).toEqual(
      ['lost secret', 'another lost secret'].map((secret) => [
        { pepper_id: new Pepper(secret).id },
        sentence,
      ]),
    );
  });

  it('costs one HMAC for every key id and every pepper', () => {
    const counts = [
      () => undefined,
      () => anotherSealedUnder('secret'),
      () => anotherSealedUnder('old secret'),
      () => anotherSealedUnder('lost secret'),
    ].map((prepare) => {
      prepare();
      let made = 0;
      const counting = new Peppers(['secret', 'old secret']);
      for (const id of counting.ids) {
        const each = counting.named(id) as Pepper;
        const matches = each.matches.bind(each);
        each.matches = (token, stored, binding) => {
          made += 1;
          return matches(token, stored, binding);
        };
      }
      const watched = new Authenticator(
        sample.directory,
        sample.freshness,
        counting,
        'development',
        sample.logger,
      );
      expect(() => watched.identify(`Bearer ${sample.text}`, NOW)).toThrow();
      return made;
    });
    expect(counts).toEqual([1, 1, 1, 1]);
  });
});

describe('a stored secret', () => {
  it.each<Partial<CredentialTerms>>([
    { capabilities: ['verify', 'read', 'manage'] },
    { authorities: ['aut_1'] },
    { allowed_ips: ['::/0', '0.0.0.0/0'] },
    { rate_limit: { verify: 1 } },
  ])('is worthless in a credential with other terms: %j', (terms) => {
    const secret = sample.seal(sample.text);
    sample.issue({ ...terms, secret });
    sample.expectRefusal('authentication.invalid');
  });

  it('is worthless in a credential of another project, or of none', () => {
    for (const project_id of ['prj_2', null]) {
      sample.issue({ project_id, secret: sample.seal(sample.text) });
      sample.expectRefusal('authentication.invalid');
    }
  });

  it('is worthless where its token is of another kind than its credential', () => {
    for (const capabilities of [['operator' as const], ['audit' as const, 'read' as const]]) {
      sample.issue({ capabilities });
      sample.expectRefusal('authentication.invalid');
    }
  });

  it('is worthless where its HMAC covers the token alone', () => {
    const { hashed } = parseToken(sample.text) as Token;
    const hmac = createHmac('sha256', 'secret').update(hashed).digest('hex');
    sample.issue({ secret: { ...sample.seal(sample.text), hmac } });
    sample.expectRefusal('authentication.invalid');
  });
});

describe('a key id', () => {
  it('stays that of the first credential that had it', () => {
    const conflicts: object[] = [];
    const directory = new Directory(
      (conflict) => conflicts.push(conflict),
      () => NOW,
    );
    sample = new SampleAuthentication(directory);
    sample.issue();
    const { key_id } = sample.seal(sample.text);
    sample.happened(
      'crd_2',
      sample.issuedWith({ credential_id: 'crd_2', capabilities: ['verify', 'read', 'manage'] }),
    );
    expect(sample.identify(`Bearer ${sample.text}`)).toMatchObject({ id: 'crd_1' });
    expect(conflicts).toEqual([{ key_id, credential_id: 'crd_2', held_by: 'crd_1' }]);
    sample.happened('crd_2', { type: 'service.credential.revoked', reason: 'forged', occurred_at: BEFORE });
    expect(sample.identify(`Bearer ${sample.text}`)).toMatchObject({ id: 'crd_1', state: 'active' });
  });
});

describe('a rotated secret', () => {
  const rotate = (overlap_ends_at: string, secret = makeToken('standard', 'development')): string => {
    sample.happened('crd_1', {
      type: 'service.credential.rotated',
      secret: sample.seal(secret),
      overlap_ends_at,
      occurred_at: BEFORE,
    });
    return secret;
  };

  it('works beside the new one until the overlap ends, and no longer', () => {
    sample.issue();
    const next = rotate(AFTER);
    expect(sample.authenticate(`Bearer ${next}`)).toEqual(sample.authenticate());
    rotate(AT, makeToken('standard', 'development'));
    sample.expectRefusal('credential.rotated_out');
    sample.expectRefusal('credential.rotated_out', `Bearer ${next}`);
  });

  const rotatedOut = (overlap_ends_at: string) =>
    expect.objectContaining({
      code: 'credential.rotated_out',
      message: expect.stringContaining(overlap_ends_at),
      extras: expect.objectContaining({ overlap_ends_at }),
    });
  /** A moment some days after the rotation. */
  const daysLater = (days: number) => NOW + days * DAY;

  it('whose overlap has ended is answered so, with the time, though the credential is valid', () => {
    sample.issue();
    const next = rotate(AT);
    expect(() => sample.authenticate()).toThrow(rotatedOut(AT));
    expect(sample.authenticate(`Bearer ${next}`)).toMatchObject({ credentialId: 'crd_1' });
  });

  it('that had no overlap is answered so too', () => {
    sample.issue();
    sample.authenticate();
    rotate(BEFORE);
    expect(() => sample.authenticate()).toThrow(rotatedOut(BEFORE));
  });

  it('is like any invalid one after thirty days', () => {
    sample.issue();
    rotate(AT);
    const authenticateAt = (now: number) => () => sample.authenticate(undefined, undefined, now);
    expect(authenticateAt(daysLater(30) - 1)).toThrow(rotatedOut(AT));
    expect(authenticateAt(daysLater(30))).toThrow(
      expect.objectContaining({ code: 'authentication.invalid', extras: {} }),
    );
  });

  it('of an ended overlap still names its credential, so that the refusal is recorded', () => {
    sample.issue();
    rotate(AT);
    expect(sample.identify(`Bearer ${sample.text}`)).toMatchObject({ id: 'crd_1' });
    sample.revoke();
    sample.expectRefusal('credential.revoked');
  });

  it('is answered so through the five rotations that follow the one that removed it', () => {
    sample.issue();
    rotate(BEFORE);
    for (let more = 0; more < 4; more += 1) rotate(BEFORE);
    sample.expectRefusal('credential.rotated_out');
    rotate(BEFORE);
    sample.expectRefusal('authentication.invalid');
  });

  it('of an ended overlap reveals nothing to a token with another secret', () => {
    const { key_id } = sample.seal(sample.text);
    sample.issue({ secret: { ...sample.seal(makeToken('standard', 'development')), key_id } });
    rotate(AT);
    sample.expectRefusal('authentication.invalid');
  });

  it('of an ended overlap is worthless in a credential with other terms', () => {
    const secret = sample.seal(sample.text);
    sample.issue({ authorities: ['aut_1'], secret });
    rotate(AT);
    sample.expectRefusal('authentication.invalid');
  });

  it('of an ended overlap does not make the service unavailable where its pepper is gone', () => {
    sample.issue({ secret: sample.seal(sample.text, new Pepper('lost secret')) });
    rotate(AT);
    sample.expectRefusal('authentication.invalid');
    expect(sample.warnings).toEqual([]);
  });

  it('of an ended overlap is no leak', () => {
    sample.issue();
    rotate(AT);
    expect(sample.ownerOf(sample.text)).toBeUndefined();
  });

  it('is forgotten with its credential', () => {
    let now = NOW;
    sample = new SampleAuthentication(new Directory(undefined, () => now));
    sample.issue();
    rotate(BEFORE);
    sample.revoke();
    const { key_id } = sample.seal(sample.text);
    expect(sample.directory.secretOf(key_id)).toBeDefined();
    now = daysLater(31);
    sample.happened(
      'crd_2',
      sample.issuedWith({
        credential_id: 'crd_2',
        secret: sample.seal(makeToken('standard', 'development')),
      }),
    );
    expect(sample.directory.secretOf(key_id)).toBeUndefined();
  });
});
