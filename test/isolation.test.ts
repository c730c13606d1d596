import { beforeAll, expect, it } from '@jest/globals';
import type { Answer, Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, register } from './support/fixtures.js';

describeProject('isolation', (service, fixture) => {
  let stranger: Client;
  beforeAll(async () => {
    const { body } = await fixture.operator.post('/v1/projects', { name: 'Another' });
    stranger = fixture.anonymous.as(body['credential'].token);
  });

  /** An answer without what differs between any two. */
  const comparable = ({ status, text, headers }: Answer) => ({
    status,
    text: text.replaceAll(/req_\w+/g, 'req_'),
    headers: [...headers.keys()].sort(),
  });

  it('hides a project’s records, authorities and credentials from another as if they did not exist', async () => {
    const record = await register(fixture.admin, fixture.authorityId);
    const credential = (await fixture.admin.post('/v1/credentials', { name: 'x', capabilities: ['read'] }))
      .body['id'];
    const change = { reason: 'mine now' };
    const attempts: [string, (id: string) => Promise<Answer>][] = [
      [record, (id) => stranger.post('/v1/records/verify', { record_id: id })],
      [record, (id) => stranger.get(`/v1/records/${id}`)],
      [record, (id) => stranger.get(`/v1/records/${id}/history`)],
      [record, (id) => stranger.post(`/v1/records/${id}/amend`, { ...change, content: 'x' })],
      [record, (id) => stranger.post(`/v1/records/${id}/suspend`, change)],
      [record, (id) => stranger.post(`/v1/records/${id}/reinstate`, change)],
      [record, (id) => stranger.post(`/v1/records/${id}/supersede`, { ...change, successor_id: record })],
      [record, (id) => stranger.post(`/v1/records/${id}/revoke`, change)],
      [fixture.authorityId, (id) => stranger.get(`/v1/authorities/${id}`)],
      [fixture.authorityId, (id) => stranger.post(`/v1/authorities/${id}/suspend`, change)],
      [
        fixture.authorityId,
        (id) => stranger.post(`/v1/authorities/${id}/revoke`, { ...change, cause: 'ceased' }),
      ],
      [
        fixture.authorityId,
        (id) => stranger.post('/v1/records', { authority_id: id, origin: 'o', content: 'c' }),
      ],
      [credential, (id) => stranger.get(`/v1/credentials/${id}`)],
      [credential, (id) => stranger.patch(`/v1/credentials/${id}`, { name: 'mine now' })],
      [credential, (id) => stranger.post(`/v1/credentials/${id}/rotate`, {})],
      [credential, (id) => stranger.post(`/v1/credentials/${id}/revoke`, change)],
    ];
    for (const [id, attempt] of attempts) {
      const missing = `${id.slice(0, 4)}${'0'.repeat(26)}`;
      const [theirs, nobodys] = [await attempt(id), await attempt(missing)];
      expect(comparable(theirs)).toEqual(comparable(nobodys));
      expect(theirs.status).toBe(404);
    }
    for (const path of ['/v1/records', '/v1/authorities'])
      expect((await stranger.get(path)).body['data']).toEqual([]);
    expect((await stranger.get('/v1/credentials')).body['data']).toHaveLength(1);
    expect((await fixture.reader.get(`/v1/records/${record}`)).body['state']).toBe('active');
  });

  it('lets two projects use the same external_id', async () => {
    const authority = await grant(stranger);
    await register(fixture.admin, fixture.authorityId, { external_id: 'shared' });
    await register(stranger, authority, { external_id: 'shared' });
  });

  it('lets no project name another’s record as successor', async () => {
    const own = await register(stranger, await grant(stranger));
    const theirs = await register(fixture.admin, fixture.authorityId);
    const { status, body } = await stranger.post(`/v1/records/${own}/supersede`, {
      reason: 'r',
      successor_id: theirs,
    });
    expect([status, body['error'].code]).toEqual([422, 'record.successor_invalid']);
  });
});
