import { expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { describeProject } from '../support/describe-project.js';
import { register, uniqueName } from '../support/fixtures.js';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

// OWASP API6:2023; ASVS 5.0 V2.3, V9.1.
describeProject('forged state', (service, fixture) => {
  it.each([
    ['of another form', encode({ moment: 'now' })],
    ['with too many parts', encode(['2026-01-01T00:00:00.000Z', 'rec_1', 'x'])],
    ['with a statement in it', encode(["2026'; DROP TABLE x; --", 'rec_1'])],
    ['with NUL in it', encode(['2026-01-01T00:00:00.000Z', 'rec_\u0000'])],
    ['that is a number', encode(7)],
    ['that is no JSON', 'bm8ganNvbg'],
    ['that is no base64', '***'],
    ['of 513 characters', 'a'.repeat(513)],
  ])('in a cursor %s shows nothing of others', async (_, cursor) => {
    for (const path of ['/v1/records', '/v1/authorities', '/v1/credentials']) {
      const { status, body } = await fixture.admin.get(`${path}?cursor=${encodeURIComponent(cursor)}`);
      if (status === 200) {
        for (const item of body['data'] as { project_id: string }[])
          expect(item.project_id).toBe(fixture.projectId);
      } else {
        expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
      }
    }
  });

  it.each([
    ['unsigned', 'v1.e30.'],
    ['without a valid signature', `v1.e30.${'A'.repeat(43)}`],
    ['of another version', `v2.e30.${'A'.repeat(43)}`],
    ['that is a credential', 'svc_dev_x'],
    ['that is empty', ' '],
  ])('in a consistency token %s is refused', async (_, token) => {
    const { status, body } = await fixture.admin.get('/v1/records', { 'service-consistency-token': token });
    expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
  });

  it('in a version does not change what has changed', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    for (const version of ['"2"', '"999999"', '"1", "2"', 'W/"2"']) {
      const answer = await fixture.admin.post(
        `/v1/records/${id}/suspend`,
        { reason: 'r' },
        { 'if-match': version },
      );
      expect([answer.status, answer.body['error'].code]).toEqual([412, 'record.version_conflict']);
    }
    for (const version of ['1', '"0"', '"-1"', '"1e0"']) {
      const answer = await fixture.admin.post(
        `/v1/records/${id}/suspend`,
        { reason: 'r' },
        { 'if-match': version },
      );
      expect([version, answer.status, answer.body['error'].code]).toEqual([version, 400, 'request.invalid']);
    }
  });

  it('in an idempotency key of another credential replays nothing', async () => {
    const key = { 'idempotency-key': uniqueName() };
    const wanted = { name: 'A secret', capabilities: ['read'] };
    const first = await fixture.admin.post('/v1/credentials', wanted, key);
    const manager = await fixture.admin.post('/v1/credentials', {
      name: 'm',
      capabilities: ['manage', 'read'],
    });
    const second = await fixture.anonymous.as(manager.body['token']).post('/v1/credentials', wanted, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body['id']).not.toBe(first.body['id']);
  });

  it('in a replayed key shows no token a second time, even to many at once', async () => {
    const key = { 'idempotency-key': uniqueName() };
    const wanted = { name: 'Once', capabilities: ['read'] };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fixture.admin.post('/v1/credentials', wanted, key)),
    );
    const tokens = answers
      .map(({ body }) => body['token'] as string | null)
      .filter((token) => token !== null);
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(tokens.length).toBeLessThanOrEqual(1);
  });

  it('of ids that look like the next ones finds nothing', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const near = [
      newId('record'),
      id.slice(0, -1) + (id.endsWith('0') ? '1' : '0'),
      id.toLowerCase(),
      ` ${id}`,
    ];
    for (const each of near) {
      const { status } = await fixture.verifier.post('/v1/records/verify', { record_id: each });
      expect([each, status]).toEqual([each, 404]);
    }
  });

  it('of a clock does not make a credential live longer', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { body } = await fixture.admin.post('/v1/credentials', {
      name: 'x',
      capabilities: ['read'],
      expires_at,
    });
    const answer = await fixture.anonymous.as(body['token']).get('/v1/records', {
      date: 'Thu, 01 Jan 1970 00:00:00 GMT',
      'x-now': '1970-01-01T00:00:00Z',
    });
    expect(answer.status).toBe(200);
    for (const past of ['2020-01-01T00:00:00.000Z', new Date(Date.now() - 1).toISOString()]) {
      const wanted = { name: 'x', capabilities: ['read'], expires_at: past };
      const refused = await fixture.admin.post('/v1/credentials', wanted);
      expect([refused.status, refused.body['error'].code]).toEqual([400, 'request.invalid']);
    }
  });

  it('of a rotation that races a revocation leaves nothing alive', async () => {
    for (let round = 0; round < 5; round += 1) {
      const issued = await fixture.admin.post('/v1/credentials', { name: 'x', capabilities: ['read'] });
      const path = `/v1/credentials/${issued.body['id']}`;
      const [rotated, revoked] = await Promise.all([
        fixture.admin.post(`${path}/rotate`, { overlap_seconds: 3600 }),
        fixture.admin.post(`${path}/revoke`, { reason: 'leaked' }),
      ]);
      expect(revoked.status).toBe(200);
      expect([200, 409]).toContain(rotated.status);
      const tokens = [issued.body['token'], rotated.body['token']].filter(
        (token) => typeof token === 'string',
      );
      for (const token of tokens) {
        const { status, body } = await fixture.anonymous.as(token).get('/v1/projects/current');
        expect([status, body['error'].code]).toEqual([401, 'credential.revoked']);
      }
    }
  });
});
