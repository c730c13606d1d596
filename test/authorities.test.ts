import { expect, it } from '@jest/globals';
import { digestReason } from '@service/evidence';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { beforeMoment, grant, inMilliseconds, register, uniqueName } from './support/fixtures.js';
import { tagOf } from './support/tag-of.js';

describeProject('authorities', (service, fixture) => {
  const change = (id: string, what: string, body: object) =>
    fixture.admin.post(`/v1/authorities/${id}/${what}`, { reason: 'because', ...body });

  it('go through their transitions, each a version more', async () => {
    const id = await grant(fixture.admin);
    const steps: [string, object, object][] = [
      ['rescope', { scope: ['verify', 'read'] }, { scope: ['verify', 'read'], version: 2 }],
      ['suspend', {}, { state: 'suspended', version: 3 }],
      ['renew', { valid_until: '2095-01-01T00:00:00Z' }, { state: 'suspended', version: 4 }],
      ['reinstate', {}, { state: 'active', version: 5, valid_until: '2095-01-01T00:00:00.000Z' }],
      ['revoke', { cause: 'ceased' }, { state: 'revoked', version: 6, cause: 'ceased', invalid_since: null }],
    ];
    for (const [what, body, expected] of steps) {
      const answer = await change(id, what, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject(expected);
      expect(answer.headers.get('etag')).toBe(tagOf(answer));
      expect((await fixture.reader.get(`/v1/authorities/${id}`)).body).toEqual(answer.body);
    }
    const refused = await change(id, 'suspend', {});
    expect([refused.status, refused.body['error'].code]).toEqual([409, 'authority.transition_not_allowed']);
  });

  it('expire by the clock, and can be renewed', async () => {
    const [id, record] = await beforeMoment(async (valid_until) => {
      const granted = await grant(fixture.admin, { valid_until });
      return [granted, await register(fixture.admin, granted)] as const;
    });
    await eventually(async () => {
      expect((await fixture.reader.get(`/v1/authorities/${id}`)).body).toMatchObject({
        state: 'expired',
        version: 2,
      });
    });
    const shown = async () =>
      (await fixture.verifier.post('/v1/records/verify', { record_id: record })).body['evidence'].authority;
    expect(await shown()).toMatchObject({ state: 'expired', valid_at_event: true, valid_now: false });
    const refused = await fixture.admin.post('/v1/records', { authority_id: id, origin: 'o', content: 'c' });
    expect([refused.status, refused.body['error'].code]).toEqual([409, 'authority.not_active']);
    const { body } = await change(id, 'renew', { valid_until: '2090-01-01T00:00:00Z' });
    expect(body).toMatchObject({ state: 'active', version: 3 });
    await register(fixture.admin, id);
    expect(await shown()).toMatchObject({ state: 'active', valid_now: true, version: 3 });
  });

  it('are listed by state and issuer, also when they should be expired and are not yet', async () => {
    const issuer = uniqueName();
    const active = await grant(fixture.admin, { issuer });
    const suspended = await grant(fixture.admin, { issuer });
    const expired = await grant(fixture.admin, { issuer, valid_until: inMilliseconds(2_000) });
    await change(suspended, 'suspend', {});
    const idsOf = async (query: string) => {
      const { body } = await fixture.reader.get(`/v1/authorities?issuer=${issuer}&${query}`);
      return body['data'].map(({ id }: { id: string }) => id);
    };
    await eventually(async () => expect(await idsOf('state=expired')).toEqual([expired]));
    expect(await idsOf('state=active')).toEqual([active]);
    expect(await idsOf('state=suspended,active')).toEqual([suspended, active]);
    expect(await idsOf('state=revoked')).toEqual([]);
    expect(await idsOf('limit=100')).toEqual([expired, suspended, active]);
    const first = (await fixture.reader.get(`/v1/authorities?issuer=${issuer}&limit=1`)).body;
    const next = `cursor=${String(first['next_cursor'])}`;
    expect(await idsOf(`limit=2&${next}`)).toEqual([suspended, active]);
    const foreign = await fixture.reader.get(
      `/v1/authorities?limit=1&cursor=${String(first['next_cursor'])}`,
    );
    expect(foreign.status).toBe(400);
    for (const wrong of ['state=gone', 'state=', 'issuer=']) {
      expect([wrong, (await fixture.reader.get(`/v1/authorities?${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  it('show all of their history page by page, with the reasons that were given', async () => {
    const id = await grant(fixture.admin);
    for (const [what, reason] of [
      ['suspend', 'doubt'],
      ['reinstate', 'no doubt'],
      ['suspend', 'doubt again'],
    ] as const) {
      await change(id, what, { reason });
    }
    const path = `/v1/authorities/${id}/history`;
    const first = await fixture.reader.get(`${path}?limit=2`);
    const cursor = String(first.body['next_cursor']);
    const second = await fixture.reader.get(`${path}?limit=10&cursor=${cursor}`);
    const elements = [...first.body['data'], ...second.body['data']];
    expect(elements).toMatchObject([
      { sequence: 1, authority_id: id, type: 'service.authority.granted', previous: null },
      { sequence: 2, state: 'suspended', previous: elements[0].digest },
      { sequence: 3, state: 'active', previous: elements[1].digest },
      { sequence: 4, state: 'suspended', previous: elements[2].digest },
    ]);
    expect(first.body['reasons']).toMatchObject([{ sequence: 2, reason: 'doubt' }]);
    const { reason, salt } = second.body['reasons'][1];
    expect(elements[3].reason_digest).toBe(digestReason(salt, reason));
    expect(second.body['next_cursor']).toBeNull();
    expect(first.headers.get('service-evidence-as-of')).toMatch(/./);
    const other = await fixture.reader.get(`/v1/authorities/${fixture.authorityId}/history?cursor=${cursor}`);
    expect([other.status, other.body['error'].details[0].field]).toEqual([400, 'cursor']);
    expect((await fixture.verifier.get(path)).body['error'].code).toBe('authority.insufficient_scope');
    const { data } = (await fixture.auditor.get('/v1/interactions?operation=authorities.history')).body;
    expect(data).toContainEqual(expect.objectContaining({ subjects: [id], status: 200 }));
  });

  it('say how many records and elements a compromise would reach', async () => {
    const id = await grant(fixture.admin);
    const [first] = [await register(fixture.admin, id), await register(fixture.admin, id)];
    const reach = async (query = '') =>
      (await fixture.reader.get(`/v1/authorities/${id}/reach${query}`)).body;
    await eventually(async () =>
      expect(await reach()).toEqual({ from: null, records: 2, elements: 2, complete: true }),
    );
    const { created_at } = (await fixture.reader.get(`/v1/records/${first}`)).body;
    await fixture.admin.post(`/v1/records/${first}/suspend`, { reason: 'a test' });
    const { updated_at } = (await fixture.reader.get(`/v1/records/${first}`)).body;
    await eventually(async () =>
      expect(await reach(`?from=${updated_at}`)).toMatchObject({ records: 1, elements: 1 }),
    );
    expect(await reach(`?from=${created_at}`)).toMatchObject({ records: 2, elements: 3 });
    expect(await reach('?from=2090-01-01T00:00:00Z')).toMatchObject({ records: 0, elements: 0 });
    const missing = await fixture.reader.get('/v1/authorities/aut_missing/reach');
    expect([missing.status, missing.body['error'].code]).toEqual([404, 'authority.not_found']);
  });
});
