import { describe, expect, it } from '@jest/globals';
import type { OperatorSnapshot } from '@service/contracts';
import type { Session } from '../../../admission/authentication/sessions/session.js';
import { StepUp } from './step-up.js';

const session = { id: 'ses_1' } as Session;
const operator = {
  id: 'opr_1',
  keys: [{ kind: 'passkey' }, { kind: 'password' }],
} as unknown as OperatorSnapshot;
const act = { method: 'POST', path: '/v1/credentials', projectId: null, bodyDigest: 'sha256:x' };

/** Where somebody has deleted the row of the passkey, and the password is known. */
function withoutItsRow(): StepUp {
  const terms = { environment: 'production', stepUp: true };
  const challenge = { id: 'c', challenge: 'AAAA', expiresAt: 0, terms: { session: session.id } };
  const challenges = { make: () => challenge, open: () => challenge, spend: async () => undefined };
  const keys = { of: async () => [{ kind: 'password', passkey_id: null }] };
  const operators = { proven: ([row]: object[]) => row ?? null };
  const signIn = { requirePassword: async () => undefined };
  const parts = [terms, keys, operators, challenges, signIn, { describe: () => ({}) }];
  return new StepUp(...(parts as unknown as ConstructorParameters<typeof StepUp>));
}

describe('who has a passkey by its events', () => {
  it('is asked for it also where its row is gone', async () => {
    const asked = await withoutItsRow().options('http://localhost', session, operator, act);
    expect(asked.method).toBe('passkey');
  });

  it.each([
    ['a password', { password: 'known' }, null],
    ['an OIDC provider', {}, 'AAAA'],
  ])('proves nothing by %s', async (_name, proof, vouchedFor) => {
    const answer = { challenge_id: 'c', ...proof };
    const client = { address: '127.0.0.1', device: null, vouchedFor };
    await expect(
      withoutItsRow().prove('http://localhost', session, operator, answer, client as never),
    ).rejects.toMatchObject({ code: 'session.challenge_invalid' });
  });
});
