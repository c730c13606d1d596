import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { issue, register } from './support/fixtures.js';

interface Entry {
  start: string;
  operation: string;
  outcome: string;
  requests: number;
  items: number;
}

describeProject('usage', (service, fixture) => {
  const usage = async (query = '') => (await fixture.auditor.get(`/v1/usage?${query}`)).body;
  const entryOf = async (operation: string, outcome: string): Promise<Entry | undefined> =>
    ((await usage())['data'] as Entry[]).find(
      (entry) => entry.operation === operation && entry.outcome === outcome,
    );

  it('counts what was answered, a batch as one request of many items', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const records = [{ record_id: id }, { record_id: 'rec_missing' }, { record_id: id }];
    await fixture.verifier.post('/v1/records/verify/batch', { records });
    await fixture.verifier.post('/v1/records/verify', { record_id: id });
    for (let index = 0; index < 2; index += 1) {
      await fixture.verifier.post('/v1/records/verify', { record_id: 'rec_missing' });
    }
    await eventually(async () => {
      expect(await entryOf('records.verify', 'succeeded')).toMatchObject({ requests: 1, items: 1 });
      expect(await entryOf('records.verify', 'refused')).toMatchObject({ requests: 2, items: 2 });
    });
    const batches = ((await usage())['data'] as Entry[]).filter(
      ({ operation }) => operation === 'records.verify_batch',
    );
    expect(batches).toMatchObject([{ requests: 1, items: 3, outcome: 'succeeded' }]);
    const grouped = await usage('group_by=error_code&error_code=record.not_found');
    expect(grouped['data']).toMatchObject([{ operation: 'records.verify', outcome: 'refused', requests: 2 }]);
  });

  it('can be read as a table', async () => {
    const { headers, text } = await fixture.auditor.get('/v1/usage', { accept: 'text/csv' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe('start,operation,outcome,credential_id,error_code,requests,items');
    expect(rows.map((row) => row.split(',').slice(1))).toContainEqual([
      'records.verify',
      'refused',
      '',
      '',
      '2',
      '2',
    ]);
    expect((await fixture.reader.get('/v1/usage', { accept: 'application/x-ndjson' })).status).toBe(406);
  });

  it('says until when it is counted, and soon has all of what came before', async () => {
    // No list that the client itself asks for while it waits for a write.
    await fixture.reader.get('/v1/authorities');
    const before = Date.now();
    await eventually(async () => {
      const { counted_until } = await usage();
      expect(Date.parse(String(counted_until))).toBeGreaterThan(before);
    });
    expect(await entryOf('authorities.list', 'succeeded')).toMatchObject({ requests: 1 });
  });

  it('is the same by hour and by day, and the history’s own', async () => {
    await eventually(async () => {
      const { data, counted_until } = await usage('granularity=hour');
      const to = encodeURIComponent(String(counted_until));
      const page = await fixture.auditor.get(`/v1/interactions?limit=100&operation=records.verify&to=${to}`);
      const counted = (data as Entry[]).filter(({ operation }) => operation === 'records.verify');
      expect(counted.reduce((sum, { requests }) => sum + requests, 0)).toBe(page.body['data'].length);
    });
    const byDay = await usage();
    expect(byDay['granularity']).toBe('day');
    expect(Date.parse(byDay['to']) - Date.parse(byDay['from'])).toBe(7 * 86_400_000);
  });

  it('is shown only to callers who may read or audit', async () => {
    expect((await fixture.reader.get('/v1/usage')).status).toBe(200);
    const refused = await fixture.verifier.get('/v1/usage');
    expect(refused.body['error']).toMatchObject({ code: 'authority.insufficient_scope' });
    const tooLong = await fixture.reader.get('/v1/usage?granularity=hour&from=2020-01-01T00:00:00Z');
    expect(tooLong.body['error'].details).toMatchObject([{ field: 'from' }]);
  });

  it('tells when a credential was used last', async () => {
    const { id, client } = await issue(fixture.admin, { capabilities: ['verify'] });
    const path = `/v1/credentials/${id}`;
    expect((await fixture.admin.get(path)).body['last_used_at']).toBeNull();
    await client.get('/v1/projects/current');
    await eventually(async () => {
      const used = (await fixture.admin.get(path)).body['last_used_at'];
      expect(Date.now() - Date.parse(String(used))).toBeLessThan(120_000);
      const { data } = (await fixture.admin.get('/v1/credentials?limit=1')).body;
      expect(data).toMatchObject([{ last_used_at: used }]);
    });
  });

  it('is counted again by a command, with the same result', async () => {
    await eventually(async () => expect((await entryOf('records.verify', 'refused'))?.requests).toBe(2));
    await service.sql('UPDATE verify_api.usage SET requests = 999 WHERE project_id = $1', [
      fixture.projectId,
    ]);
    await service.command('verify-api/commands/recount-usage.js');
    expect(await entryOf('records.verify', 'refused')).toMatchObject({ requests: 2, items: 2 });
  });
});
