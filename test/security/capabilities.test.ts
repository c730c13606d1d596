import { beforeAll, describe, expect, it } from '@jest/globals';
import { CAPABILITIES, type Capability } from '@service/contracts';
import type { Client } from '../support/client.js';
import { describeProject } from '../support/describe-project.js';
import { pathWith, readOperations, type DocumentedOperation } from './support/operations.js';

// OWASP API5:2023, broken function level authorization; ASVS 5.0 V8.2.1, V8.3.1.
describeProject('a capability that is not held', (service, fixture) => {
  let operations: DocumentedOperation[];
  const holders = new Map<string, Client>();

  beforeAll(async () => {
    operations = await readOperations(fixture.anonymous);
    for (const capability of CAPABILITIES) {
      holders.set(capability, await fixture.holding({ capabilities: [capability] }));
    }
    holders.set('operator', fixture.operator);
  });

  const refusalOf = async ({ method, path, takesBody }: DocumentedOperation, client: Client) => {
    const sent = takesBody ? { body: {} } : {};
    const { status, body } = await client.call(method, pathWith(path, fixture.recordId), sent);
    return [status, body['error']?.code, body['error']?.scope_required];
  };

  it.each([...CAPABILITIES, 'operator'])(
    'is missed on every route that needs it: all but %s',
    async (held) => {
      const client = holders.get(held) as Client;
      let refused = 0;
      for (const operation of operations) {
        const { capabilities, method, path } = operation;
        if (capabilities.length === 0 || capabilities.includes(held)) continue;
        expect([method, path, ...(await refusalOf(operation, client))]).toEqual([
          method,
          path,
          403,
          'authority.insufficient_scope',
          capabilities[0],
        ]);
        refused += 1;
      }
      expect(refused).toBeGreaterThan(10);
    },
  );

  it('is reported as missing before anything else is checked', async () => {
    const reader = holders.get('read') as Client;
    const { status, body } = await reader.call('POST', '/v1/records/verify', { body: 'no JSON {' });
    expect([status, body['error'].code]).toEqual([403, 'authority.insufficient_scope']);
  });

  describe('cannot be had', () => {
    const issue = (client: Client, members: object) =>
      client.post('/v1/credentials', { name: 'x', capabilities: ['read'], ...members });

    it.each<Capability>(['verify', 'write', 'subscribe'])(
      'by issuing %s without holding it',
      async (capability) => {
        const client = await fixture.holding({ capabilities: ['manage', 'read'] });
        const { status, body } = await issue(client, { capabilities: [capability] });
        expect([status, body['error'].scope_required]).toEqual([403, capability]);
      },
    );

    it('by asking to be an operator', async () => {
      const { status, body } = await issue(fixture.admin, { capabilities: ['operator'] });
      expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
    });

    it('by renaming it into a credential', async () => {
      const own = await issue(fixture.admin, {});
      const { status } = await fixture.admin.call('PATCH', `/v1/credentials/${own.body['id']}`, {
        body: { name: 'x', capabilities: ['manage'] },
      });
      expect(status).toBe(400);
    });

    it('by an operator inside of a project', async () => {
      const { status } = await issue(fixture.operator, {});
      expect(status).toBe(403);
    });

    it('by an audit credential, for all requested capabilities', async () => {
      for (const capabilities of [
        ['audit', 'write'],
        ['audit', 'manage'],
        ['audit', 'verify', 'read'],
      ]) {
        expect((await issue(fixture.admin, { capabilities })).status).toBe(400);
      }
      const auditor = fixture.anonymous.as(service.tokens.development.audit);
      expect((await issue(auditor, {})).status).toBe(403);
      const { status } = await auditor.post('/v1/records/verify', { record_id: fixture.recordId });
      expect(status).toBe(403);
    });
  });
});
