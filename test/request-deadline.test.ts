import { beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Answer, Client } from './support/client.js';
import { describeService } from './support/describe-service.js';
import { register } from './support/fixtures.js';

/** What each request below reads or writes. */
const TABLES = ['verify_api_records.records', 'verify_api_directory.authorities', 'record_store.events'];

describeService(
  { name: 'a lock in front of the database', env: { REQUEST_DEADLINE_SECONDS: '3' } },
  (service, fixture) => {
    let holder: pg.Client;
    let recordId: string;

    beforeAll(async () => {
      recordId = await register(fixture.admin, fixture.authorityId);
      holder = new pg.Client({ connectionString: service.databaseUrl() });
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE ${TABLES.join()}`);
    });

    const requests: [string, (client: Client) => Promise<Answer>][] = [
      ['verification', (client) => client.post('/v1/records/verify', { record_id: recordId })],
      ['look-up', (client) => client.post('/v1/records/verify', { external_id: 'another' })],
      ['read', (client) => client.get(`/v1/records/${recordId}`)],
      ['list', (client) => client.get('/v1/records')],
      ['list of the repositories', (client) => client.get('/v1/authorities')],
      [
        'write',
        (client) =>
          client.post('/v1/records', { authority_id: fixture.authorityId, origin: 'o', content: 'c' }),
      ],
    ];

    it('ends every kind of request at its deadline, and none after it', async () => {
      const answers = await Promise.all(requests.map(([, ask]) => ask(fixture.admin.once)));
      const outcomes = answers.map(({ status, body, headers }, index) => [
        requests[index]?.[0],
        status,
        body['error']?.code,
        headers.get('retry-after'),
      ]);
      expect(outcomes).toEqual(requests.map(([kind]) => [kind, 503, 'service.unavailable', '1']));
      await holder.end();
      expect((await fixture.verifier.post('/v1/records/verify', { record_id: recordId })).status).toBe(200);
    });
  },
);
