import { beforeAll, expect, it } from '@jest/globals';
import { ENVIRONMENTS } from '@service/contracts';
import type { Client } from '../support/client.js';
import { describeProject } from '../support/describe-project.js';
import { grant, register, uniqueName } from '../support/fixtures.js';
import { comparable } from './support/comparable.js';
import { pathWith, readOperations, type DocumentedOperation } from './support/operations.js';

// ASVS 5.0 V8.4.1; the specification's section 5.3.
describeProject('the other environment', (service, fixture) => {
  let operations: DocumentedOperation[];
  let ids: Record<string, string>;
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
      projects: project.body['project'].id as string,
    };
    const { admin, audit, operator } = service.tokens.production;
    inProduction = {
      admin: fixture.anonymous.as(admin),
      audit: fixture.anonymous.as(audit),
      operator: fixture.anonymous.as(operator),
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
      const { status, body } = await fixture.anonymous.as(token).get('/v1/projects/current');
      expect([role, status, body['error'].code]).toEqual([role, 401, 'authentication.invalid']);
    }
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
