import { beforeAll, expect, it } from '@jest/globals';
import { ENVIRONMENTS, type Environment } from '@service/contracts';
import { eventually } from '@service/testing';
import { Client } from '../support/client.js';
import { ConsoleBrowser } from '../support/console-browser.js';
import { describeService } from '../support/describe-service.js';
import { grant, register, uniqueName } from '../support/fixtures.js';
import { comparable } from './support/comparable.js';
import { pathWith, readOperations, type DocumentedOperation } from './support/operations.js';

// ASVS 5.0 V8.4.1; the specification's section 5.3.
describeService({ name: 'the other environment', production: true }, (service, fixture) => {
  let operations: DocumentedOperation[];
  let ids: Record<string, string>;
  let production: Client;
  let inProduction: Record<string, Client>;

  beforeAll(async () => {
    operations = await readOperations(fixture.anonymous);
    const records = await register(fixture.admin, fixture.authorityId);
    const issued = await fixture.admin.post('/v1/credentials', { name: 'x', capabilities: ['read'] });
    const project = await fixture.operator.post('/v1/projects', { name: 'Here' });
    ids = {
      records,
      authorities: fixture.authorityId,
      credentials: issued.body['id'] as string,
      projects: project.body['id'] as string,
    };
    const { admin, audit, operator } = service.tokens.production;
    production = new Client({ baseUrl: service.urlOf('production') });
    inProduction = {
      admin: production.as(admin),
      audit: production.as(audit),
      operator: production.as(operator),
    };
  });

  it('has nothing of this one at any path with an id', async () => {
    for (const { method, path, capabilities, takesBody } of operations) {
      const id = ids[path.split('/')[2] ?? ''];
      if (!path.includes('{') || id === undefined) continue;
      const role = capabilities.includes('operator')
        ? 'operator'
        : capabilities.includes('audit')
          ? 'audit'
          : 'admin';
      const attempt = async (of: string) => {
        const sent = takesBody ? { body: { reason: 'r' } } : {};
        return comparable(await (inProduction[role] as Client).call(method, pathWith(path, of), sent), of);
      };
      const answer = await attempt(id);
      expect(answer).toEqual(await attempt(`${id.slice(0, 4)}${'0'.repeat(26)}`));
      expect([method, path, answer]).not.toEqual([method, path, expect.objectContaining({ status: 200 })]);
    }
  });

  it('does not take a token whose prefix was exchanged', async () => {
    for (const role of ['verify', 'admin', 'audit', 'operator'] as const) {
      const token = service.tokens.development[role].replace('_dev_', '_prod_');
      const { status, body } = await production.as(token).get('/v1/projects/current');
      expect([role, status, body['error'].code]).toEqual([role, 401, 'authentication.invalid']);
    }
  });

  it('refuses every token of this one, and says where it is', async () => {
    for (const [role, token] of Object.entries(service.tokens.development)) {
      for (const [method, path] of [
        ['GET', '/v1/projects/current'],
        ['POST', '/v1/records/verify'],
        ['POST', '/mcp'],
      ] as const) {
        const sent = method === 'POST' ? { body: {} } : {};
        const { status, body } = await production.as(token).call(method, path, sent);
        expect([role, path, status, body['error']]).toEqual([
          role,
          path,
          403,
          expect.objectContaining({
            code: 'credential.environment_mismatch',
            message: 'The credential belongs to development, and this address serves production.',
          }),
        ]);
      }
    }
  });

  it('has neither the log nor the Console of this one', async () => {
    for (const path of [
      '/v1/log/development/keys',
      '/v1/log/development/checkpoint',
      '/console/development/',
    ]) {
      expect((await production.get(path)).status).toBe(404);
      expect((await production.get(path.replace('development', 'production'))).status).toBe(200);
    }
  });

  it('takes no session of its Console, under whatever name', async () => {
    const signUp = async (environment: Environment) => {
      const printed = await service.command('standalone/commands/console.js', 'invite', environment);
      const browser = new ConsoleBrowser(service.urlOf(environment), environment);
      const [address, password] = [`${uniqueName()}@mail.example`, uniqueName()];
      const invited = { token: new URL(printed.trim()).hash.slice(1), name: 'Ada', address, password };
      // The gateway learns of an invitation a moment later than the command.
      await eventually(async () =>
        expect((await browser.post('invitation/password', invited)).status).toBe(200),
      );
      expect((await browser.get('session')).status).toBe(200);
      const [[name, value] = ['', '']] = browser.cookies;
      return { name, value, password: { address, password } };
    };
    const [mine, theirs] = [await signUp('development'), await signUp('production')];
    const stranger = new ConsoleBrowser(service.urlOf('production'), 'production');
    // This environment reads no cookie of the other’s name.
    for (const [name, status] of [
      [mine.name, 204],
      [theirs.name, 401],
    ] as const) {
      stranger.cookies.set(name, mine.value);
      expect((await stranger.get('session')).status).toBe(status);
    }
    expect((await stranger.post('sign-in/password', mine.password)).status).toBe(401);
  });

  it('knows no record of this one, and this one none of it', async () => {
    const made = await register(fixture.admin, fixture.authorityId);
    const admin = inProduction['admin'] as Client;
    const answer = await admin.post('/v1/records/verify', { record_id: made });
    expect([answer.status, answer.body['error'].code]).toEqual([404, 'record.not_found']);
    const theirs = await register(admin, await grant(admin));
    expect((await fixture.verifier.post('/v1/records/verify', { record_id: theirs })).status).toBe(404);
    expect((await admin.post('/v1/records/verify', { record_id: theirs })).status).toBe(200);
  });

  it('revokes its leaked tokens where they are reported to it, and only there', async () => {
    const wanted = { name: 'Leaked', capabilities: ['verify'] };
    const { body } = await (inProduction['admin'] as Client).post('/v1/credentials', wanted);
    const token = String(body['token']);
    const report = (to: Client) => to.post('/v1/credentials/report-leak', [{ token }]);
    const statusOf = async () => (await production.as(token).get('/v1/projects/current')).status;
    expect((await report(fixture.anonymous)).status).toBe(202);
    expect(await statusOf()).toBe(200);
    expect((await report(production)).status).toBe(202);
    await eventually(async () => expect(await statusOf()).toBe(401));
  });

  it('takes no consistency token of this one', async () => {
    const written = await fixture.admin.post('/v1/records', {
      authority_id: fixture.authorityId,
      origin: 'o',
      content: 'c',
    });
    const token = String(written.headers.get('service-consistency-token'));
    const { status, body } = await (inProduction['admin'] as Client).get('/v1/records', {
      'service-consistency-token': token,
    });
    expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
  });

  it('keeps the same external_id apart', async () => {
    const external_id = uniqueName();
    await register(fixture.admin, fixture.authorityId, { external_id });
    const admin = inProduction['admin'] as Client;
    await register(admin, await grant(admin), { external_id });
  });

  it('has its own databases, peppers and credentials', async () => {
    const rows = await Promise.all(
      ENVIRONMENTS.map((environment) =>
        service.sql<{ hmac: string }>(
          `SELECT data -> 'secret' ->> 'hmac' AS hmac FROM credential_authority.events
           WHERE type = 'service.credential.issued'`,
          [],
          environment,
        ),
      ),
    );
    const [here = [], there = []] = rows.map((each) => each.map(({ hmac }) => hmac));
    expect(here.length).toBeGreaterThan(0);
    expect(there.length).toBeGreaterThan(0);
    expect(here.filter((hmac) => there.includes(hmac))).toEqual([]);
  });
});
