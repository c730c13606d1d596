import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import type { Authenticator } from '../authentication/authenticator.js';
import type { TokenSubject } from '../authentication/oauth/access-token.js';
import type { OauthCallers } from '../authentication/oauth/oauth-callers.js';
import type { Limits } from '../limits/limits.js';
import { Admission } from './admission.js';
import type { AdmittedOperation } from './operation.js';
import type { RequestContext } from './request-context.js';

let authorities: string[] | null;
let isRevoked: boolean;
const checked: unknown[] = [];
const authenticator = {
  identify: (authorization: string) => ({ id: authorization }),
  callerOf: () => ({ capabilities: ['read'], authorities }),
  requireUsable: (...parts: unknown[]) => {
    checked.push(parts.slice(0, 2));
    if (isRevoked) throw new ServiceError('credential.revoked');
  },
} as unknown as Authenticator;
const oauthCallers = {
  callerOf: ({ capabilities }: TokenSubject) => ({ capabilities, authorities: null }),
  requireUsable: ({ subject }: TokenSubject) => {
    checked.push(subject);
    if (isRevoked) throw new ServiceError('oauth.subject_blocked');
  },
} as unknown as OauthCallers;
const limits = { take: () => undefined } as unknown as Limits;

beforeEach(() => {
  authorities = null;
  isRevoked = false;
  checked.length = 0;
});

const admit = (
  terms: Partial<AdmittedOperation> = {},
  subject?: TokenSubject,
  onIdentified: () => void = () => undefined,
): RequestContext =>
  new Admission(authenticator, oauthCallers, limits).admit(
    { channel: 'api', authorization: 'Bearer x', subject, address: '192.0.2.1', onIdentified },
    { name: 'thing.list', access: 'read', kind: 'read', ...terms },
    0,
  );
const refusal = (code: string) => expect.objectContaining({ code });

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
    expect(checked).toEqual(Array(3).fill([{ id: 'Bearer x' }, '192.0.2.1']));
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
