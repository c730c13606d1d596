import { expect, it } from '@jest/globals';
import type { Answer, Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, register, uniqueName } from './support/fixtures.js';

const reason = 'A recall.';

describeProject('changes of many records', (_, fixture) => {
  const newRecord = () => register(fixture.admin, fixture.authorityId);
  const newRecords = (count: number) => Promise.all(Array.from({ length: count }, newRecord));
  const send = (
    transition: string,
    records: unknown,
    headers: Record<string, string> = {},
    client: Client = fixture.admin,
  ) => client.post(`/v1/records/batch/${transition}`, { records }, headers);
  const dataOf = ({ body }: Answer) => body['data'] as Answer['body'][];
  const outcomesOf = (answer: Answer) =>
    dataOf(answer).map((each) => each['error']?.code ?? [each['id'], each['state'], each['version']]);
  const items = (ids: readonly (string | undefined)[], more: object = {}) =>
    ids.map((record_id) => ({ record_id, reason, ...more }));

  it('answer each record as it then is, in order', async () => {
    const ids = await newRecords(3);
    const allIn = (state: string, version: number) => ids.map((id) => [id, state, version]);
    expect(outcomesOf(await send('suspend', items(ids)))).toEqual(allIn('suspended', 2));
    expect(outcomesOf(await send('reinstate', items(ids)))).toEqual(allIn('active', 3));
    const amended = await send('amend', items(ids, { content: 'Other words.' }));
    expect(outcomesOf(amended)).toEqual(allIn('active', 4));
    const successor_id = await newRecord();
    const superseded = await send('supersede', items(ids, { successor_id }));
    expect(outcomesOf(superseded)).toEqual(allIn('superseded', 5));
    for (const record of dataOf(superseded)) expect(record).toMatchObject({ successor_id, reason });
    expect(outcomesOf(await send('revoke', items(ids)))).toEqual(allIn('revoked', 6));
    const read = await fixture.reader.get(`/v1/records/${ids[0]}`);
    expect(read.body).toMatchObject({ state: 'revoked', version: 6 });
  });

  it('fail apart: an item that is malformed, conflicting, not allowed or missing is refused by itself', async () => {
    const [first, second, third] = await newRecords(3);
    const answer = await send('suspend', [
      { record_id: first, reason, version: 1 },
      { record_id: second, reason, version: 7 },
      { record_id: third },
      { record_id: third, reason, version: '1', extra: true },
      null,
      { record_id: 'rec_missing', reason },
      { record_id: third, reason },
    ]);
    expect(answer.status).toBe(200);
    expect(outcomesOf(answer)).toEqual([
      [first, 'suspended', 2],
      'record.version_conflict',
      'request.invalid',
      'request.invalid',
      'request.invalid',
      'record.not_found',
      [third, 'suspended', 2],
    ]);
    const [, conflict, missing, wrong] = dataOf(answer);
    expect(conflict?.['error']).toMatchObject({ current_version: 1, current_state: 'active' });
    expect(missing?.['error'].details).toMatchObject([{ field: 'records[2].reason' }]);
    expect(wrong?.['error'].details).toMatchObject([
      { field: 'records[3].extra' },
      { field: 'records[3].version' },
    ]);
    const again = await send('suspend', items([first, second]));
    expect(outcomesOf(again)).toEqual(['record.transition_not_allowed', [second, 'suspended', 2]]);
    const amended = await send('amend', [{ record_id: second, reason, content: 'c', content_digest: 'd' }]);
    expect(outcomesOf(amended)).toEqual(['request.invalid']);
  });

  it('are refused as a whole where a record is named twice, where there are none, and beyond a hundred', async () => {
    const id = await newRecord();
    const twice = await send('revoke', items([id, 'rec_missing', id]));
    expect([twice.status, twice.body['error'].code]).toEqual([400, 'request.invalid']);
    expect(twice.body['error'].details).toMatchObject([{ field: 'records[2].record_id' }]);
    for (const records of [
      [],
      items(Array.from({ length: 101 }, (_, index) => `rec_${index}`)),
      'x',
      undefined,
    ]) {
      const { status, body } = await send('revoke', records);
      expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
    }
    expect((await fixture.reader.get(`/v1/records/${id}`)).body).toMatchObject({
      state: 'active',
      version: 1,
    });
    expect((await send('unknown', items([id]))).body['error'].code).toBe('route.not_found');
  });

  it('can be as large as any batch', async () => {
    const ids = await newRecords(100);
    const answer = await send('revoke', items(ids, { reason: '𝄞'.repeat(500) }));
    expect(outcomesOf(answer)).toEqual(ids.map((id) => [id, 'revoked', 2]));
  });

  it('are done once under one Idempotency-Key', async () => {
    const ids = await newRecords(2);
    const key = { 'idempotency-key': uniqueName() };
    const body = items([...ids, 'rec_missing']);
    const before = await send('suspend', body, key);
    expect(outcomesOf(await send('reinstate', items(ids)))).toEqual(ids.map((id) => [id, 'active', 3]));
    const again = await send('suspend', body, key);
    expect(outcomesOf(again)).toEqual(outcomesOf(before));
    expect(dataOf(again).slice(0, 2)).toEqual(dataOf(before).slice(0, 2));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await fixture.reader.get(`/v1/records/${ids[0]}`)).body['version']).toBe(3);
    expect(outcomesOf(await send('suspend', items(ids), key))).toEqual([
      'idempotency.key_reused',
      'idempotency.key_reused',
    ]);
  });

  it('reach what the caller reaches: none of another project, those of its authorities, nothing without write', async () => {
    const other = await grant(fixture.admin);
    const [mine, theirs] = [await newRecord(), await register(fixture.admin, other)];
    const limited = await fixture.holding({ capabilities: ['write'], authorities: [fixture.authorityId] });
    const stranger = await fixture.stranger();
    const change = items([mine, theirs]);
    expect(outcomesOf(await send('revoke', change, {}, stranger))).toEqual([
      'record.not_found',
      'record.not_found',
    ]);
    const hidden = await send('supersede', [{ record_id: mine, reason, successor_id: theirs }], {}, limited);
    expect(outcomesOf(hidden)).toEqual(['record.successor_invalid']);
    expect(outcomesOf(await send('revoke', change, {}, limited))).toEqual([
      [mine, 'revoked', 2],
      'record.not_found',
    ]);
    const refused = await send('revoke', change, {}, fixture.reader);
    expect([refused.status, refused.body['error'].code]).toEqual([403, 'authority.insufficient_scope']);
  });

  it('leave one line in the history, which names each record and counts them', async () => {
    const ids = await newRecords(2);
    const answer = await send('suspend', [...items(ids), null]);
    const refused = await send('revoke', items(ids), {}, fixture.reader);
    for (const id of ids) {
      const { body } = await fixture.auditor.get(
        `/v1/interactions?subject=${id}&operation=records.suspend_batch`,
      );
      const request_id = answer.headers.get('service-request-id');
      expect(body['data']).toMatchObject([{ request_id, items: 3, subjects: ids, outcome: 'succeeded' }]);
      const denied = await fixture.auditor.get(
        `/v1/interactions?subject=${id}&operation=records.revoke_batch`,
      );
      const denied_id = refused.headers.get('service-request-id');
      expect(denied.body['data']).toMatchObject([{ request_id: denied_id, outcome: 'refused' }]);
    }
  });

  it('are charged as their items', async () => {
    const limited = await fixture.holding({ capabilities: ['write'], rate_limit: { write: 1 } });
    const slow = await send('suspend', items(['rec_1', 'rec_2', 'rec_3']), {}, limited);
    expect([slow.status, slow.body['error'].code]).toEqual([422, 'request.batch_too_large']);
  });
});
