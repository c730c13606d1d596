import { expect, it } from '@jest/globals';
import { describeProject } from './support/describe-project.js';
import { uniqueName } from './support/fixtures.js';
import { tagOf } from './support/tag-of.js';

describeProject('the metadata of subscriptions', (service, fixture) => {
  const PATH = '/v1/subscriptions';
  const wanted = { endpoint: 'https://receiver.example/events', categories: ['record'] };
  const create = async (metadata?: object) =>
    (await fixture.admin.post(PATH, { ...wanted, ...(metadata && { metadata }) })).body;
  const update = (id: string, body: object, headers = {}) =>
    fixture.admin.patch(`${PATH}/${id}`, body, headers);

  it('are set with the subscription, and are in every answer about it', async () => {
    const { secret, ...made } = await create({ team: 'checkout' });
    expect(secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({ version: 1, metadata: { team: 'checkout' }, metadata_version: 1 });
    expect((await fixture.admin.get(`${PATH}/${made['id']}`)).body).toEqual(made);
    expect((await fixture.admin.get(`${PATH}?limit=1`)).body['data']).toEqual([made]);
    const rotated = await fixture.admin.post(`${PATH}/${made['id']}/rotate`, {});
    expect(rotated.body).toMatchObject({ version: 2, metadata: { team: 'checkout' } });
    expect(await create()).toMatchObject({ metadata: {}, metadata_version: 0 });
  });

  it('change alone or with the rest, at the version that is meant', async () => {
    const { id } = await create({ team: 'checkout', env: 'live' });
    const changed = await update(id, { metadata: { env: null, ticket: 'T-1' } });
    expect(changed.body).toMatchObject({
      version: 1,
      metadata: { team: 'checkout', ticket: 'T-1' },
      metadata_version: 2,
    });
    expect(changed.headers.get('etag')).toBe(tagOf(changed));
    const both = await update(id, { description: 'Checkout', metadata: null }, { 'if-match': '"1"' });
    expect(both.body).toMatchObject({
      version: 2,
      description: 'Checkout',
      metadata: {},
      metadata_version: 3,
    });
    const late = await update(id, { description: 'Late', metadata: { a: 'b' } }, { 'if-match': '"1"' });
    expect([late.status, late.body['error'].code]).toEqual([412, 'subscription.version_conflict']);
    expect((await fixture.admin.get(`${PATH}/${id}`)).body).toEqual(both.body);
  });

  it('are refused beyond their bounds, and of a revoked subscription', async () => {
    const { id } = await create();
    const refused = [
      await fixture.admin.post(PATH, { ...wanted, metadata: { a: 1 } }),
      await update(id, { metadata: 'text' }),
    ];
    for (const { status, body } of refused) {
      expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
    }
    await fixture.admin.post(`${PATH}/${id}/revoke`, { reason: 'r' });
    expect((await update(id, { metadata: { a: 'b' } })).body['error'].code).toBe(
      'subscription.transition_not_allowed',
    );
  });

  it('are erased, and stand nowhere else', async () => {
    const text = uniqueName();
    const { id } = await create({ note: text });
    const tables = ['events', 'companions', 'idempotency_keys', 'metadata', 'metadata_events'];
    const places = async () => {
      const counts = tables.map(
        (table) =>
          `SELECT '${table}' AS place FROM webhook_dispatcher.${table} AS t WHERE position($1 in t::text) > 0`,
      );
      return service.sql(counts.join(' UNION '), [text]);
    };
    expect(await places()).toEqual([{ place: 'metadata' }]);
    const erase = (project: string) =>
      service.outcome('standalone/commands/erase.js', '--project', project, '--subscription', id);
    expect(await erase('prj_other')).toMatchObject({ code: 1 });
    expect(await erase(fixture.projectId)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`development: the metadata of ${id} are erased.`),
    });
    expect(await places()).toEqual([]);
    expect((await fixture.admin.get(`${PATH}/${id}`)).body).toMatchObject({
      version: 1,
      metadata: {},
      metadata_version: 2,
    });
  }, 60_000);
});
