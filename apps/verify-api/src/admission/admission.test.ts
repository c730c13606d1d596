import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import type { Caller } from './authentication/caller.js';
import type { Authenticator } from './authentication/authenticator.js';
import type { TokenSubject } from './authentication/oauth/access-token.js';
import type { FormerSecretUses } from './authentication/former-secret-uses.js';
import type { OauthCallers } from './authentication/oauth/oauth-callers.js';
import type { LimitedCaller, Limits } from './limits/limits.js';
import { inert } from '../testing/inert.js';
import { Admission } from './admission.js';
import type { JustIssued } from './authentication/tokens/just-issued.js';
import { UnknownKeyError } from './authentication/tokens/unknown-key-error.js';
import type { AdmittedOperation } from '../interface/operation.js';
import { beginContext, type RequestContext } from '../interface/request-context.js';

let authorities: string[] | null;
let isRevoked: boolean;
let hasRoom: boolean;
let worksUntil: string | null;
const checked: unknown[] = [];
const noted: string[] = [];
const authenticator = {
  identify: (authorization: string) => ({ id: authorization, keyId: 'old', worksUntil }),
  callerOf: () => ({ actor: { type: 'credential' }, capabilities: ['read'], authorities }),
  requireUsable: (...parts: unknown[]) => {
    checked.push(parts.slice(0, 2));
    if (isRevoked) throw new ServiceError('credential.revoked');
  },
} as unknown as Authenticator;
const formerUses = {
  note: (keyId: string) => noted.push(keyId),
} as unknown as FormerSecretUses;
const oauthCallers = {
  callerOf: ({ capabilities }: TokenSubject) => ({
    actor: { type: 'oauth' },
    capabilities,
    authorities: null,
  }),
  requireUsable: ({ subject }: TokenSubject) => {
    checked.push(subject);
    if (isRevoked) throw new ServiceError('oauth.subject_blocked');
  },
} as unknown as OauthCallers;
const taken: unknown[] = [];
const limits = {
  take: ({ projectId }: LimitedCaller) => taken.push(projectId),
  takeFor: () => {
    if (!hasRoom) throw new ServiceError('rate.limited');
  },
} as unknown as Limits;

beforeEach(() => {
  authorities = null;
  isRevoked = false;
  hasRoom = true;
  worksUntil = null;
  noted.length = 0;
  checked.length = 0;
  taken.length = 0;
});

const admissionOf = (isCopy: boolean) =>
  new Admission(authenticator, oauthCallers, inert(), limits, formerUses, inert(), isCopy);
const admit = (
  terms: Partial<AdmittedOperation> = {},
  subject?: TokenSubject,
  onIdentified: () => void = () => undefined,
  isCopy = false,
): RequestContext =>
  admissionOf(isCopy).admit(
    { channel: 'api', authorization: 'Bearer x', subject, address: '192.0.2.1', onIdentified },
    { name: 'thing.list', access: 'read', kind: 'read', ...terms },
    0,
  );
const refusal = (code: string) => expect.objectContaining({ code });

describe('a caller whose key id is not known', () => {
  const admissionWhere = (arrives: boolean) => {
    const justIssued = { arrives: () => Promise.resolve(arrives) } as unknown as JustIssued;
    return new Admission(authenticator, oauthCallers, inert(), limits, formerUses, justIssued, false);
  };
  const unknown = new UnknownKeyError('key');
  const failingOnce = () => {
    let calls = 0;
    return () => {
      calls += 1;
      if (calls === 1) throw unknown;
      return calls;
    };
  };

  it('is admitted once the credential has arrived that another replica gave out', async () => {
    expect(await admissionWhere(true).onceKnown(failingOnce())).toBe(2);
  });

  it('is refused where there is no such credential, and where its arrival changes nothing', async () => {
    await expect(admissionWhere(false).onceKnown(failingOnce())).rejects.toBe(unknown);
    const never = (): never => {
      throw unknown;
    };
    await expect(admissionWhere(true).onceKnown(never)).rejects.toBe(unknown);
  });

  it('is all that is waited for', () => {
    expect(admissionWhere(true).onceKnown(() => 'known')).toBe('known');
    const refused = (): never => {
      throw new ServiceError('authentication.invalid');
    };
    expect(() => admissionWhere(true).onceKnown(refused)).toThrow(refusal('authentication.invalid'));
  });
});

describe('an operation of a whole project', () => {
  const ofWholeProject = 'cannot read things, which are of all of the project';

  it('is refused to a caller that is limited to some authorities, and says why', () => {
    authorities = ['aut_1'];
    expect(() => admit({ ofWholeProject })).toThrow(refusal('credential.limited'));
    expect(() => admit({ ofWholeProject })).toThrow(`is limited to some authorities ${ofWholeProject}.`);
    expect(() => admit()).not.toThrow();
  });

  it('is open to any other caller with the capability', () => {
    expect(() => admit({ ofWholeProject })).not.toThrow();
    expect(() => admit({ ofWholeProject, access: 'audit' })).toThrow(refusal('authority.insufficient_scope'));
  });
});

describe('an admitted caller', () => {
  it('is admitted no longer once its credential is revoked', () => {
    const { requireStillAdmitted } = admit();
    expect(() => requireStillAdmitted()).not.toThrow();
    isRevoked = true;
    expect(() => requireStillAdmitted()).toThrow(refusal('credential.revoked'));
    expect(checked).toEqual(Array(3).fill([expect.objectContaining({ id: 'Bearer x' }), '192.0.2.1']));
  });

  it('is admitted no longer once the subject of its access token is blocked, and was identified before', () => {
    const subject: TokenSubject = {
      subject: 'somebody',
      projectId: 'prj_1',
      capabilities: ['read'],
      expiresAt: 0,
    };
    const { requireStillAdmitted } = admit({}, subject);
    isRevoked = true;
    expect(() => requireStillAdmitted()).toThrow(refusal('oauth.subject_blocked'));
    let identified = 0;
    expect(() => admit({}, subject, () => (identified += 1))).toThrow(refusal('oauth.subject_blocked'));
    expect([identified, checked]).toEqual([1, ['somebody', 'somebody', 'somebody']]);
  });
});

describe('the refusal of a credential that may not be used any more', () => {
  it.each([true, false])('is recorded as long as there are few of them: %s', (few) => {
    [isRevoked, hasRoom] = [true, few];
    let identified = 0;
    const count = () => (identified += 1);
    expect(() => admit({}, undefined, count)).toThrow(refusal('credential.revoked'));
    expect(identified).toBe(few ? 1 : 0);
    isRevoked = false;
    admit({}, undefined, count);
    expect(identified).toBe(few ? 2 : 1);
  });
});

describe('whoever holds a link', () => {
  it('spends nothing of the project that gave it out', () => {
    const { requireStillAdmitted } = admit();
    for (const type of ['link', 'credential'] as const) {
      const caller: Caller = {
        credentialId: 'lnk_1',
        actor: { type, id: 'lnk_1' },
        projectId: 'prj_1',
        capabilities: ['read'],
        authorities: null,
        rateLimit: null,
        quota: {},
      };
      const operation = { name: 'links.open', access: 'read', kind: 'verify' } as const;
      const context = beginContext(operation, { caller, channel: 'api', requireStillAdmitted });
      admissionOf(false).allow(context, operation, 0);
    }
    expect(taken.slice(1)).toEqual([null, 'prj_1']);
  });
});

describe('a secret that a rotation replaced', () => {
  it('is noted where it may be used still, and never otherwise', () => {
    admit();
    expect(noted).toEqual([]);
    worksUntil = '2090-01-01T00:00:00.000Z';
    admit();
    expect(noted).toEqual(['old']);
    isRevoked = true;
    expect(() => admit()).toThrow(refusal('credential.revoked'));
    expect(noted).toEqual(['old']);
  });
});

describe('on a restored copy', () => {
  const onCopy = (terms: Partial<AdmittedOperation>) => admit(terms, undefined, undefined, true);

  it.each<[string, Partial<AdmittedOperation>]>([
    ['a change', { kind: 'write' }],
    ['a verification', { kind: 'verify' }],
    ['a read that proves something', { proves: 'position' }],
  ])('%s is refused, and the caller is told so', (_, terms) => {
    expect(() => onCopy(terms)).toThrow(refusal('service.restored_copy'));
  });

  it('a list is answered, and nothing is said to strangers', () => {
    expect(() => onCopy({})).not.toThrow();
    isRevoked = true;
    expect(() => onCopy({ kind: 'write' })).toThrow(refusal('credential.revoked'));
  });

  it('somebody without a credential changes nothing either', () => {
    expect(() => admissionOf(true).requireOriginal({ kind: 'write' })).toThrow(
      refusal('service.restored_copy'),
    );
    expect(() => admissionOf(true).requireOriginal({ kind: 'read' })).not.toThrow();
    expect(() => admissionOf(false).requireOriginal({ kind: 'write' })).not.toThrow();
  });
});
