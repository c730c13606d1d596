import { describe, expect, it } from '@jest/globals';
import { BEFORE, NOW, SampleAuthentication } from '../testing/sample-authentication.js';
import type { TokenSubject } from './access-token.js';
import { OauthCallers } from './oauth-callers.js';

const SUBJECT: TokenSubject = {
  subject: 'somebody',
  projectId: 'prj_1',
  capabilities: ['verify'],
  expiresAt: NOW + 60_000,
};

function open() {
  const sample = new SampleAuthentication();
  return { sample, callers: new OauthCallers(sample.directory, sample.freshness) };
}

const refusal = (code: string) => expect.objectContaining({ code });

describe('the subject of an access token', () => {
  it('is a caller of its project, by another id than any credential has', () => {
    const { callers } = open();
    expect(callers.callerOf({ ...SUBJECT, subject: 'crd_1' })).toEqual({
      credentialId: 'oauth:crd_1',
      actor: { type: 'oauth', id: 'crd_1' },
      projectId: 'prj_1',
      capabilities: ['verify'],
      authorities: null,
      rateLimit: null,
      quota: {},
    });
    expect(() => callers.requireUsable(SUBJECT, NOW)).not.toThrow();
  });

  it('is nobody in a project that the environment does not have', () => {
    const { callers } = open();
    for (const projectId of ['prj_2', 'crd_1', '__proto__', ''])
      expect(() => callers.callerOf({ ...SUBJECT, projectId })).toThrow(refusal('authentication.invalid'));
  });

  it('is refused once its token has ended', () => {
    const { callers } = open();
    expect(() => callers.requireUsable(SUBJECT, SUBJECT.expiresAt)).toThrow(
      refusal('authentication.invalid'),
    );
  });

  it('is refused while its project is suspended', () => {
    const { callers, sample } = open();
    sample.suspend();
    expect(() => callers.requireUsable(SUBJECT, NOW)).toThrow(refusal('project.suspended'));
  });

  it('is refused while its project blocks it, by its exact text', () => {
    const { callers, sample } = open();
    const block = { subject: 'somebody', reason: 'Left.', occurred_at: BEFORE };
    sample.happened('prj_1', { type: 'service.project.subject_blocked', ...block });
    expect(() => callers.requireUsable(SUBJECT, NOW)).toThrow(refusal('oauth.subject_blocked'));
    expect(() => callers.requireUsable({ ...SUBJECT, subject: 'Somebody' }, NOW)).not.toThrow();
  });

  it('is not judged by a project with an event that is not authentic, nor by a stale directory', () => {
    const { callers, sample } = open();
    sample.happened('prj_1', { type: 'service.event.forged' });
    expect(() => callers.requireUsable(SUBJECT, NOW)).toThrow(
      expect.objectContaining({ why: { cause: 'events_not_authentic', id: 'prj_1' } }),
    );
    sample.age = 60_000;
    expect(() => callers.callerOf(SUBJECT)).toThrow(refusal('service.unavailable'));
  });
});
