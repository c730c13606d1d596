import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Answer, Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';

/** Parameters of one policy in a field of limits. */
function limitOf(answer: Answer, field: 'ratelimit' | 'ratelimit-policy', policy: string) {
  const member = (answer.headers.get(field) ?? '')
    .split(', ')
    .find((each) => each.startsWith(`"${policy}";`));
  const pairs =
    member
      ?.split(';')
      .slice(1)
      .map((pair) => pair.split('=')) ?? [];
  return Object.fromEntries(pairs.map(([name = '', value]) => [name, Number(value)]));
}

describeProject('limits', (_, fixture) => {
  const verifyWith = (caller: Client) => caller.post('/v1/records/verify', { record_id: fixture.recordId });
  const batchOf = (caller: Client, items: number) =>
    caller.post('/v1/records/verify/batch', {
      records: Array.from({ length: items }, () => ({ record_id: fixture.recordId })),
    });

  const issue = (members: object = {}) => fixture.holding({ capabilities: ['verify'], ...members });

  /** The first answers of a credential that asks and asks, until one is refused. */
  async function untilRefused(caller: Client): Promise<{ taken: number; refused: Answer }> {
    for (let taken = 0; ; taken += 1) {
      const answer = await verifyWith(caller);
      if (answer.status !== 200) return { taken, refused: answer };
    }
  }

  it('are said with every answer to a caller, and with no other', async () => {
    const answer = await verifyWith(fixture.verifier);
    expect(answer.headers.get('ratelimit-policy')).toBe('"verify";q=2000;w=2, "project-verify";q=10000;w=2');
    const { r, t } = limitOf(answer, 'ratelimit', 'verify');
    expect(r).toBeGreaterThan(1_900);
    expect(t).toBeLessThanOrEqual(1);
    const unknown = await fixture.verifier.get('/v1/records/rec_unknown');
    expect([unknown.status, limitOf(unknown, 'ratelimit-policy', 'read')]).toEqual([403, { q: 2_000, w: 2 }]);
    const nobody = await verifyWith(fixture.anonymous);
    expect([nobody.status, nobody.headers.get('ratelimit')]).toEqual([401, null]);
  });

  it('of a credential hold, and limit no other credential', async () => {
    const limited = await issue({ rate_limit: { verify: 5 } });
    const began = performance.now();
    const { taken, refused } = await untilRefused(limited);
    const seconds = (performance.now() - began) / 1_000;
    expect(taken).toBeGreaterThanOrEqual(10);
    expect(taken).toBeLessThanOrEqual(10 + 5 * seconds + 1);
    expect([refused.status, refused.body['error'].code]).toEqual([429, 'rate.limited']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(JSON.stringify(refused.body)).not.toMatch(/retry/i);
    expect(limitOf(refused, 'ratelimit-policy', 'verify')).toEqual({ q: 10, w: 2 });
    expect(limitOf(refused, 'ratelimit', 'verify')).toEqual({ r: 0, t: 2 });
    expect((await verifyWith(fixture.verifier)).status).toBe(200);
    await eventually(async () => expect((await verifyWith(limited)).status).toBe(200));
  });

  it('count a batch as its items', async () => {
    const limited = await issue({ rate_limit: { verify: 5 } });
    // Once more where there were seconds between the two.
    await eventually(async () => {
      const [first, second] = [await batchOf(limited, 8), await batchOf(limited, 8)];
      expect([first.status, second.status]).toEqual([200, 429]);
      expect(second.body['error'].code).toBe('rate.limited');
    });
  });

  it('refuse a batch that they can never admit, and do not tell its caller to wait', async () => {
    const limited = await issue({ capabilities: ['verify', 'write'], rate_limit: { verify: 1, write: 1 } });
    const record = { authority_id: fixture.authorityId, origin: 'o', content: 'c' };
    const refusals = [
      await batchOf(limited, 3),
      await limited.post('/v1/records/batch', { records: [record, record, record] }),
    ];
    for (const { status, body, headers } of refusals) {
      expect([status, body['error'].code]).toEqual([422, 'request.batch_too_large']);
      expect(body['error'].message).toBe('A batch of 3 exceeds what this credential may do at once (2).');
      expect(headers.get('retry-after')).toBeNull();
    }
  });

  it('of a project end with its quota of the day, for all of its credentials', async () => {
    const other = await issue();
    const current = await fixture.verifier.get('/v1/projects/current');
    const path = `/v1/projects/${current.body['project']?.id ?? current.body['project_id']}`;
    const setQuota = (quota: object) => fixture.operator.call('PATCH', path, { body: { quota } });
    expect((await setQuota({ verify: 5 })).status).toBe(200);
    const exhausted = await eventually(async () => {
      const { taken, refused } = await untilRefused(fixture.verifier);
      expect(refused.body['error'].code).toBe('quota.exceeded');
      return { taken, refused };
    });
    expect(exhausted.taken).toBeLessThanOrEqual(5);
    expect(limitOf(exhausted.refused, 'ratelimit-policy', 'quota-verify')).toEqual({ q: 5, w: 86_400 });
    const { r, t } = limitOf(exhausted.refused, 'ratelimit', 'quota-verify');
    expect([r, t]).toEqual([0, Number(exhausted.refused.headers.get('retry-after'))]);
    expect(t).toBeLessThanOrEqual(86_400);
    expect((await verifyWith(other)).status).toBe(429);
    expect((await fixture.reader.get('/v1/records')).status).toBe(200);
    await setQuota({ verify: null });
    await eventually(async () => expect((await verifyWith(other)).status).toBe(200));
  });
});
