import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { beforeMoment } from './support/fixtures.js';
import { tagOf } from './support/tag-of.js';

describeProject('credentials', (_service, fixture) => {
  const issue = (body: object) => fixture.admin.post('/v1/credentials', { name: 'A test', ...body });
  const verifyWith = (token: string) =>
    fixture.anonymous.as(token).post('/v1/records/verify', { record_id: fixture.recordId });

  it('are issued with a token that works at once and is never shown again', async () => {
    const { status, body } = await issue({ capabilities: ['verify', 'read'] });
    expect(status).toBe(201);
    const { token, ...shown } = body as { token: string };
    expect(token).toMatch(/^svc_dev_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}$/);
    expect((await verifyWith(token)).status).toBe(200);
    const read = await fixture.reader.get(`/v1/credentials/${body['id']}`);
    const { last_used_at: _, ...kept } = read.body;
    expect(kept).toEqual(shown);
    expect(read.text).not.toContain('hmac');
    expect(read.headers.get('etag')).toBe(tagOf(read));
    const current = await fixture.anonymous.as(token).get('/v1/projects/current');
    expect(current.body).toMatchObject({ credential_id: body['id'], capabilities: ['verify', 'read'] });
  });

  it('show all that they were issued for', async () => {
    const terms = {
      expires_at: '2090-01-01T00:00:00.000Z',
      authorities: [fixture.authorityId],
      allowed_ips: ['127.0.0.0/8', '::1'],
      rate_limit: { verify: 500 },
      metadata: { team: 'checkout', toString: '' },
    };
    const { status, body } = await issue({ capabilities: ['verify'], ...terms });
    expect([status, body]).toEqual([201, expect.objectContaining({ ...terms, rotation: null })]);
    const { token: _, ...shown } = body;
    const listed = (await fixture.reader.get('/v1/credentials?limit=1&capability=verify&state=active')).body[
      'data'
    ];
    expect(listed).toEqual([{ ...shown, last_used_at: null }]);
    const { metadata: __, ...own } = terms;
    const current = await fixture.anonymous.as(body['token']).get('/v1/projects/current');
    expect(current.body).toMatchObject(own);
  });

  it.each([
    ['allowed_ips', { allowed_ips: ['10.0.0.1/33'] }],
    ['authorities[0]', { authorities: ['aut_missing'] }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
  ])('cannot have the %s of %j', async (field, members) => {
    const { status, body } = await issue({ capabilities: ['verify'], ...members });
    expect([status, body['error'].code, body['error'].details[0].field]).toEqual([
      400,
      'request.invalid',
      field,
    ]);
  });

  it('take another name and other metadata, and nothing else', async () => {
    const { body } = await issue({ capabilities: ['verify'], metadata: { team: 'a' } });
    const path = `/v1/credentials/${body['id']}`;
    const renamed = await fixture.admin.patch(path, { name: 'Renamed' }, { 'if-match': '"1"' });
    expect(renamed.body).toMatchObject({ name: 'Renamed', metadata: { team: 'a' }, version: 2 });
    expect([renamed.body['version'], renamed.headers.get('etag')]).toEqual([2, tagOf(renamed)]);
    const noted = await fixture.admin.patch(path, { metadata: { team: null } });
    expect(noted.body).toMatchObject({ name: 'Renamed', metadata: {}, version: 3 });
    expect((await fixture.reader.get(path)).body).toEqual(noted.body);
    const stale = await fixture.admin.patch(path, { name: 'x' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body['error'].code]).toEqual([412, 'credential.version_conflict']);
    for (const members of [{}, { capabilities: ['read'] }, { name: '' }, { authorities: null }]) {
      expect((await fixture.admin.patch(path, members)).status).toBe(400);
    }
    expect((await fixture.reader.patch(path, { name: 'x' })).status).toBe(403);
    expect((await verifyWith(body['token'])).status).toBe(200);
  });

  it('are refused from the moment of their revocation, which is final', async () => {
    const { body } = await issue({ capabilities: ['verify'] });
    expect((await verifyWith(body['token'])).status).toBe(200);
    const revoked = await fixture.admin.post(`/v1/credentials/${body['id']}/revoke`, { reason: 'lost' });
    expect(revoked.body).toMatchObject({ state: 'revoked', version: 2, reason: 'lost' });
    const refused = await verifyWith(body['token']);
    expect([refused.status, refused.body['error'].code]).toEqual([401, 'credential.revoked']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    const again = await fixture.admin.post(`/v1/credentials/${body['id']}/revoke`, { reason: 'lost' });
    expect([again.status, again.body['error'].code]).toEqual([409, 'credential.transition_not_allowed']);
  });

  it('expire by the clock', async () => {
    const { body } = await beforeMoment(async (expires_at) => {
      const issued = await issue({ capabilities: ['verify'], expires_at });
      expect(issued.status).toBe(201);
      return issued;
    }, 500);
    await eventually(async () => {
      const { status, body: answer } = await verifyWith(body['token']);
      expect([status, answer['error']?.code]).toEqual([401, 'credential.expired']);
    });
    await eventually(async () => {
      const shown = await fixture.reader.get(`/v1/credentials/${body['id']}`);
      expect(shown.body).toMatchObject({ state: 'expired', version: 2 });
    });
  });

  it('can give nothing that their issuer does not hold, but audit', async () => {
    const issued = await issue({ capabilities: ['manage', 'read'], expires_at: '2090-01-01T00:00:00Z' });
    expect(issued).toMatchObject({ status: 201 });
    const limited = fixture.anonymous.as(issued.body['token']);
    const attempt = (members: object) => limited.post('/v1/credentials', { name: 'x', ...members });
    const expires_at = '2089-01-01T00:00:00Z';
    const beyond = await attempt({ capabilities: ['read', 'write'], expires_at });
    expect([beyond.status, beyond.body['error'].scope_required]).toEqual([403, 'write']);
    expect((await attempt({ capabilities: ['read'] })).body['error'].details[0].field).toBe('expires_at');
    expect((await attempt({ capabilities: ['read'], expires_at: '2091-01-01T00:00:00Z' })).status).toBe(400);
    expect((await attempt({ capabilities: ['read'], expires_at })).status).toBe(201);
    const audit = await attempt({ capabilities: ['audit', 'read'], expires_at });
    expect(audit.body['token']).toMatch(/^svc_audit_dev_/);
    expect((await attempt({ capabilities: ['audit', 'manage'], expires_at })).status).toBe(400);
    expect((await attempt({ capabilities: ['operator'], expires_at })).status).toBe(400);
  });
});
