import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { eventually } from '@service/testing';
import { AGENT, AuthorizationServer, HOST, PERSON } from './support/authorization-server.js';
import { openFixture, register, uniqueName, type Fixture } from './support/fixtures.js';
import { callTool } from './support/mcp-client.js';
import { ACCEPT } from './support/mcp-messages.js';
import { PublicAddress } from './support/public-address.js';
import { databaseServer, makeRoom } from './support/run/ask.js';
import { ScriptedLogin } from './support/scripted-login.js';
import { TestService } from './support/service.js';

const START_TIMEOUT = 180_000;
const WELL_KNOWN = '/.well-known/oauth-protected-resource/mcp';

describe('the MCP endpoint of an environment with an issuer', () => {
  const service = new TestService({ databaseServer });
  let issuer: AuthorizationServer;
  let address: PublicAddress;
  let fixture: Fixture;
  let resource: string;
  let metadata: string;
  /** Every token that was sent: none may be in the log. */
  const sent: string[] = [];

  beforeAll(async () => {
    await makeRoom();
    [issuer, address] = await Promise.all([AuthorizationServer.open(), PublicAddress.open()]);
    resource = `${address.url}/mcp`;
    metadata = address.url + WELL_KNOWN;
    for (const client of [AGENT, HOST.client_id]) issuer.projects.set(client, 'prj_default');
    await service.begin({
      ENVIRONMENT: 'development',
      LOG_LEVEL: 'trace',
      PUBLIC_URL: address.url,
      OAUTH_ISSUER: issuer.issuer,
    });
    address.target = service.baseUrl;
    fixture = await openFixture(service);
  }, START_TIMEOUT);
  afterAll(() => Promise.all([service.dispose(), issuer.close(), address.close()]), START_TIMEOUT);

  const post = async (token: string | null, message: object = { method: 'tools/list' }, at = resource) => {
    if (token !== null) sent.push(token);
    const response = await fetch(at, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...ACCEPT,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      id: response.headers.get('service-request-id'),
      text: await response.text(),
    };
  };
  const calling = (name: string, args: object) => ({
    method: 'tools/call',
    params: { name, arguments: args },
  });
  /** From the one event of a stream. */
  const resultOf = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
  const claims = () => {
    const iat = Math.floor(Date.now() / 1_000);
    const rights = { scope: 'verify', client_id: AGENT, project_id: 'prj_default' };
    return { iss: issuer.issuer, aud: resource, sub: AGENT, iat, exp: iat + 600, ...rights };
  };

  const connect = async (login: ScriptedLogin): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(resource), { authProvider: login }));
    return client;
  };

  it('leads a client from its challenge to a login, a token and a tool', async () => {
    const login = new ScriptedLogin();
    const first = new StreamableHTTPClientTransport(new URL(resource), { authProvider: login });
    const unknown = new Client({ name: 'test', version: '1' }).connect(first);
    await expect(unknown).rejects.toBeInstanceOf(UnauthorizedError);
    await first.finishAuth(login.answer);
    sent.push(login.tokens()?.access_token ?? '');
    const client = await connect(login);
    const { body } = await callTool(client, 'verify_record', { record_id: fixture.recordId });
    expect(body).toMatchObject({ record_id: fixture.recordId, verified: true });
    await client.close();
    expect(login.asked).toEqual(['verify read write share subscribe audit']);
  });

  it('says in its metadata where tokens come from, to pages too', async () => {
    const response = await fetch(metadata);
    expect(await response.json()).toEqual({
      resource,
      authorization_servers: [issuer.issuer],
      scopes_supported: ['verify', 'read', 'write', 'share', 'subscribe', 'audit'],
      bearer_methods_supported: ['header'],
      resource_name: expect.any(String),
      resource_documentation: `${address.url}/docs/mcp`,
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=/);
    expect((await fetch(`${address.url}/docs/mcp`)).status).toBe(200);
    for (const path of ['', '/mcp/development', '/mcp/production'])
      expect((await fetch(`${address.url}/.well-known/oauth-protected-resource${path}`)).status).toBe(404);
  });

  it('answers 401 with the specification’s body beside the challenge', async () => {
    const none = await post(null);
    expect([none.status, none.challenge]).toEqual([401, `Bearer resource_metadata="${metadata}"`]);
    expect(JSON.parse(none.text)).toMatchObject({
      error: { code: 'authentication.missing', request_id: none.id },
    });
    const wrong = await post('a.b.c');
    expect(wrong.challenge).toBe(`Bearer resource_metadata="${metadata}", error="invalid_token"`);
    expect(JSON.parse(wrong.text)).toMatchObject({
      error: { code: 'authentication.invalid', request_id: wrong.id },
    });
  });

  it('gives a token the tools of its scopes, and answers 403 for another with what it takes', async () => {
    const token = await issuer.tokenFor(resource, 'verify read');
    const { text } = await post(token);
    expect(text).toContain('"verify_record"');
    expect(text).not.toContain('"revoke_record"');
    const refused = await post(token, calling('revoke_record', { record_id: fixture.recordId, reason: 'x' }));
    expect([refused.status, refused.challenge]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="verify read write", resource_metadata="${metadata}"`,
    ]);
    expect(JSON.parse(refused.text)).toMatchObject({
      error: {
        code: 'authority.insufficient_scope',
        scope_required: 'write',
        scope_held: ['verify', 'read'],
        request_id: refused.id,
      },
    });
    const line = await fixture.auditor.get(`/v1/interactions/${refused.id}`);
    expect(line.body).toMatchObject({
      actor: { type: 'oauth', id: AGENT },
      operation: 'records.revoke',
      status: 403,
      subjects: [fixture.recordId],
    });
    const narrowed = await post(token, calling('revoke_record', {}), `${resource}?readonly=1`);
    expect([narrowed.status, resultOf(narrowed.text).isError]).toEqual([200, true]);
  });

  it('changes records for a token, and the history, usage and limits know its subject', async () => {
    const token = await issuer.tokenFor(resource, 'write');
    const id = await register(fixture.admin, fixture.authorityId);
    const args = { record_id: id, reason: 'Lost.', idempotency_key: uniqueName() };
    const revoked = await post(token, calling('revoke_record', args));
    expect(resultOf(revoked.text).structuredContent).toMatchObject({ id, state: 'revoked' });
    expect((await post(token, calling('revoke_record', args))).text).toContain('"revoked"');
    const filter = `credential_id=${encodeURIComponent(`oauth:${AGENT}`)}`;
    const { body } = await fixture.auditor.get(`/v1/interactions?${filter}&operation=records.revoke`);
    expect(body['data'][0]).toMatchObject({
      actor: { type: 'oauth', id: AGENT },
      channel: 'mcp',
      subjects: [id],
    });
    await eventually(async () => {
      const usage = await fixture.auditor.get(`/v1/usage?${filter}&group_by=credential_id`);
      expect(usage.body['data']).toContainEqual(
        expect.objectContaining({ credential_id: `oauth:${AGENT}`, operation: 'records.revoke' }),
      );
    });
  });

  it.each<[string, () => Promise<string>]>([
    ['another environment', () => issuer.tokenFor('https://production.records.example/mcp', 'verify')],
    ['another service', () => issuer.tokenFor('https://other.example', 'verify')],
    ['a client of a project that is not here', () => issuer.tokenFor(resource, 'verify', 'stranger')],
    ['logging in (an ID token)', () => issuer.sign(claims(), 'JWT')],
    ['a project of the other environment', () => issuer.sign({ ...claims(), project_id: 'prj_production' })],
  ])('refuses a token for %s', async (_, make) => {
    const refused = await post(await make());
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([401, 'authentication.invalid']);
  });

  it('takes credentials too', async () => {
    expect((await post(service.tokens.development.verify)).status).toBe(200);
  });

  it('is the only one that takes access tokens', async () => {
    const token = await issuer.tokenFor(resource, 'verify read');
    const api = await fixture.anonymous.as(token).get('/v1/records');
    expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  });

  it('refuses a blocked subject whatever token it has, until it is unblocked', async () => {
    const created = await fixture.operator.post('/v1/projects', { name: 'blocking' });
    const { admin_credential: credential, ...project } = created.body;
    const admin = fixture.anonymous.as(credential.token);
    const change = async (what: 'block' | 'unblock') => {
      const { status } = await admin.post(`/v1/projects/current/${what}-subject`, {
        subject: 'auth0|5f7c',
        reason: 'Left the company.',
      });
      expect(status).toBe(200);
    };
    const tokenOf = (sub: string) => issuer.sign({ ...claims(), sub, project_id: project['id'] });
    const blocked = await tokenOf('auth0|5f7c');
    expect((await post(blocked)).status).toBe(200);
    await change('block');
    const refused = await post(await tokenOf('auth0|5f7c'));
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, 'oauth.subject_blocked']);
    expect((await post(await tokenOf('auth0|5F7C'))).status).toBe(200);
    await change('unblock');
    expect((await post(blocked)).status).toBe(200);
  });

  it('goes on with known keys while the issuer is down, and no token was ever logged', async () => {
    const token = await issuer.tokenFor(resource, 'verify');
    const line = await fixture.auditor.get('/v1/interactions?limit=100');
    expect(line.text).toContain(PERSON);
    await issuer.close();
    expect((await post(token)).status).toBe(200);
    for (const each of sent.flatMap((text) => text.split('.')).filter(({ length }) => length > 20)) {
      expect(service.errors + service.output + line.text).not.toContain(each);
    }
  });
});
