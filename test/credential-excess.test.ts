import { beforeAll, expect, it } from '@jest/globals';
import type { Answer, Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant } from './support/fixtures.js';

const held = {
  capabilities: ['manage', 'read'],
  expires_at: '2090-01-01T00:00:00.000Z',
  allowed_ips: ['127.0.0.0/8', '::1', '2001:db8::/32'],
  rate_limit: { verify: 1000, read: 1000 },
};

describeProject('a caller cannot exceed its own rights', (_service, fixture) => {
  let terms: Record<string, unknown>;
  let issuer: Client;
  let otherAuthority: string;

  const issue = async (client: Client, members: object): Promise<Answer> =>
    client.post('/v1/credentials', { name: 'A test', ...members });

  beforeAll(async () => {
    otherAuthority = await grant(fixture.admin);
    terms = { ...held, authorities: [fixture.authorityId] };
    issuer = await fixture.holding(terms);
  });

  /** What goes beyond the issuer, by the member that says so. */
  const excesses = (): [string, object][] => [
    ['authorities', { authorities: null }],
    ['authorities', { authorities: undefined }],
    ['authorities', { authorities: [fixture.authorityId, otherAuthority] }],
    ['allowed_ips', { allowed_ips: null }],
    ['allowed_ips', { allowed_ips: ['127.0.0.1', '10.0.0.1'] }],
    ['allowed_ips', { allowed_ips: ['2001:db8::/31'] }],
    ['rate_limit', { rate_limit: null }],
    ['rate_limit', { rate_limit: { verify: 1000 } }],
    ['rate_limit', { rate_limit: { verify: 1000, read: 1001 } }],
    ['expires_at', { expires_at: null }],
    ['expires_at', { expires_at: undefined }],
    ['expires_at', { expires_at: '2090-01-01T00:00:00.001Z' }],
  ];

  it('when they issue', async () => {
    for (const [field, excess] of excesses()) {
      const { status, body } = await issue(issuer, { ...terms, ...excess });
      expect([status, body['error'].code, body['error'].details?.[0].field]).toEqual([
        400,
        'request.invalid',
        field,
      ]);
    }
    const { status, body } = await issue(issuer, { ...terms, capabilities: ['read', 'write'] });
    expect([status, body['error']]).toEqual([
      403,
      expect.objectContaining({ scope_required: 'write', scope_held: held.capabilities }),
    ]);
  });

  it('when they rotate', async () => {
    const beyond = [...excesses(), ['capabilities', { capabilities: ['write'] }] as const];
    for (const [field, excess] of beyond) {
      const { body } = await issue(fixture.admin, { ...terms, ...excess });
      const refused = await issuer.post(`/v1/credentials/${body['id']}/rotate`, {});
      if (field === 'authorities') {
        expect([refused.status, refused.body['error'].code]).toEqual([404, 'credential.not_found']);
        continue;
      }
      const lacks = {
        code: 'authority.insufficient_scope',
        scope_required: 'write',
        scope_held: held.capabilities,
      };
      expect(refused.status).toBe(403);
      expect(refused.text).not.toContain('svc_');
      expect(refused.body['error']).toMatchObject({
        ...(field === 'capabilities' ? lacks : { code: 'credential.limited' }),
        message: expect.stringContaining(field === 'capabilities' ? 'write' : field),
      });
    }
  });

  it('and what lies within is theirs to give', async () => {
    for (const less of [
      {},
      { allowed_ips: ['127.0.0.1'] },
      { rate_limit: { verify: 1, read: 1, write: 1 } },
    ]) {
      const { status, body } = await issue(issuer, { ...terms, ...less });
      expect(status).toBe(201);
      expect(body).toMatchObject({ ...terms, ...less });
      expect((await issuer.post(`/v1/credentials/${body['id']}/rotate`, {})).status).toBe(200);
    }
  });

  it('an authority that is not theirs looks like one that is not there', async () => {
    const theirs = await grant(await fixture.stranger());
    const comparable = ({ status, text }: Answer) => [status, text.replaceAll(/req_\w+/g, 'req_')];
    const attempt = async (client: Client, id: string) =>
      comparable(await issue(client, { ...terms, authorities: [fixture.authorityId, id] }));
    const missing = `aut_${'0'.repeat(26)}`;
    expect(await attempt(fixture.admin, theirs)).toEqual(await attempt(fixture.admin, missing));
    expect(await attempt(issuer, theirs)).toEqual(await attempt(issuer, missing));
    expect(await attempt(issuer, otherAuthority)).toEqual(await attempt(issuer, missing));
    expect((await attempt(fixture.admin, missing))[0]).toBe(400);
  });
});
