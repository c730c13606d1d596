import { beforeAll, expect, it } from '@jest/globals';
import { grant, register } from '../support/fixtures.js';
import { comparable } from '../security/support/comparable.js';
import { pathWith, readOperations, type DocumentedOperation } from '../security/support/operations.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { enrol, pageCalls, type PageCall } from './support/operators.js';

/** Paths of the whole environment, which belong to no project. */
const COMMON = /^\/v1\/(log|openapi|asyncapi|event-categories|event-types|evidence|operators|projects|keys)/;

// OWASP API1:2023, by a session in a credential’s place.
describeInBrowser('an operator of another project', (_, service, fixture) => {
  let operations: DocumentedOperation[];
  let own: PageCall;
  let posing: PageCall;
  const theirs: Record<string, string> = {};

  beforeAll(async () => {
    operations = await readOperations(fixture.anonymous);
    const { body } = await fixture.operator.post('/v1/projects', { name: 'Another' });
    const project = String(body['id']);
    const operator = await enrol(service, { role: 'admin', project });
    own = pageCalls(service, operator, project);
    posing = pageCalls(service, operator, fixture.projectId);
    const { admin } = fixture;
    theirs['authorities'] = await grant(admin);
    theirs['records'] = await register(admin, theirs['authorities']);
    const issued = await admin.post('/v1/credentials', { name: 'x', capabilities: ['read'] });
    theirs['credentials'] = String(issued.body['id']);
    const endpoint = 'https://receiver.example/events';
    const subscribed = await admin.post('/v1/subscriptions', { endpoint, categories: ['record'] });
    theirs['subscriptions'] = String(subscribed.body['id']);
    const auditor = fixture.anonymous.as(service.tokens.development.audit);
    theirs['interactions'] = String(
      (await auditor.get('/v1/interactions?limit=1')).body['data'][0].request_id,
    );
    const published = await fixture.admin.get('/v1/events?limit=1');
    theirs['events'] = String(published.body['data'][0].id);
  });

  it('is refused in a project where they have no role, by every call', async () => {
    let refused = 0;
    for (const { method, path, open, takesBody } of operations) {
      if (open || COMMON.test(path)) continue;
      const id = theirs[path.split('/')[2] ?? ''] ?? fixture.recordId;
      const { status } = await posing(method, pathWith(path, id), takesBody ? { reason: 'mine' } : undefined);
      expect([method, path, [401, 403, 404].includes(status)]).toEqual([method, path, true]);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(40);
  });

  it('finds nothing by the ids of that project in their own, as if they did not exist', async () => {
    let tried = 0;
    for (const { method, path, takesBody, capabilities } of operations) {
      const id = theirs[path.split('/')[2] ?? ''];
      if (!path.includes('{') || id === undefined || capabilities.includes('operator')) continue;
      const missing = id.slice(0, -4) + (id.endsWith('0000') ? '1111' : '0000');
      const ask = async (each: string) =>
        comparable(await own(method, pathWith(path, each), takesBody ? { reason: 'mine' } : undefined), each);
      const answer = await ask(id);
      expect([method, path, answer]).toEqual([method, path, await ask(missing)]);
      tried += 1;
    }
    expect(tried).toBeGreaterThanOrEqual(26);
    const { body } = await fixture.reader.get(`/v1/records/${theirs['records']}`);
    expect(body).toMatchObject({ state: 'active', version: 1 });
  });
});
