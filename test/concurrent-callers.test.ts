import { expect, it } from '@jest/globals';
import { makeToken } from '@service/verify-api';
import { forge } from './security/support/token-text.js';
import type { Client } from './support/client.js';
import { describeService } from './support/describe-service.js';
import { beforeMoment } from './support/fixtures.js';

const CLIENTS = 1_000;
const REQUESTS_EACH = 3;

interface Issued {
  id: string;
  token: string;
  expires_at: string;
}

describeService({ name: 'a service without limits', env: { RATE_LIMIT: 'off' } }, (service, fixture) => {
  const issue = async (members: object = {}): Promise<Issued> => {
    const body = { name: 'A caller', capabilities: ['verify'], ...members };
    const answer = await fixture.admin.post('/v1/credentials', body);
    expect(answer.status).toBe(201);
    return answer.body as Issued;
  };

  /** Every way to come in, and what it is answered. */
  const ways = async (): Promise<[Client, number, string | null][]> => {
    const valid = await issue();
    const reader = await issue({ capabilities: ['read'] });
    const revoked = await issue();
    await fixture.admin.post(`/v1/credentials/${revoked.id}/revoke`, { reason: 'lost' });
    const expiring = await beforeMoment((expires_at) => issue({ expires_at }));
    const unknown = forge(valid.token, (text) => text.replace(/_\w{16}_/, `_${'0'.repeat(16)}_`));
    const as = (token: string) => fixture.anonymous.as(token);
    while (Date.now() < Date.parse(expiring.expires_at)) {
      await as(expiring.token).post('/v1/records/verify', { record_id: 'rec_example' });
    }
    return [
      [as(valid.token), 200, null],
      [as(reader.token), 403, 'authority.insufficient_scope'],
      [as(revoked.token), 401, 'credential.revoked'],
      [as(expiring.token), 401, 'credential.expired'],
      [as(makeToken('standard', 'production')), 403, 'credential.environment_mismatch'],
      [as(unknown), 401, 'authentication.invalid'],
      [as('svc_dev_short'), 401, 'authentication.invalid'],
      [fixture.anonymous, 401, 'authentication.missing'],
    ];
  };

  it('limits no caller and sends no limit headers', async () => {
    const answer = await fixture.verifier.post('/v1/records/verify', { record_id: 'rec_example' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit')).toBeNull();
  });

  it('gives each of a thousand callers at once the right answer', async () => {
    const all = await ways();
    const wrong: unknown[] = [];
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, index) => {
        const [client, status, code] = all[index % all.length] as [Client, number, string | null];
        for (let request = 0; request < REQUESTS_EACH; request += 1) {
          let answer;
          // A busy machine may ask to come again, but it may not take one caller for another.
          do answer = await client.post('/v1/records/verify', { record_id: 'rec_example' });
          while (answer.status === 503);
          const got = [answer.status, answer.body['error']?.code ?? null];
          if (got[0] !== status || got[1] !== code) wrong.push([got, status, code]);
        }
      }),
    );
    expect(wrong).toEqual([]);
  }, 120_000);
});
