import { beforeAll, expect, it } from '@jest/globals';
import type { Client } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { grant, register, uniqueName } from './support/fixtures.js';

type Item = { id: string };

describeProject('a list of records by their metadata', (_, fixture) => {
  const run = uniqueName();
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (const at of [0, 1, 2, 3]) {
      const metadata = { run, side: at % 2 === 0 ? 'even' : 'odd' };
      ids.unshift(await register(fixture.admin, fixture.authorityId, { metadata }));
    }
    await register(fixture.admin, fixture.authorityId, { metadata: { run: `${run} ` } });
  });
  const list = (query: string, by: Client = fixture.reader) => by.get(`/v1/records?${query}`);
  const idsOf = async (query: string) => (await list(query)).body['data'].map(({ id }: Item) => id);
  const filter = `metadata=run=${run}`;

  it('has those with every pair that is named', async () => {
    expect(await idsOf(filter)).toEqual(ids);
    expect(await idsOf(`${filter}&metadata=side=odd`)).toEqual([ids[0], ids[2]]);
    expect(await idsOf(`${filter}&metadata=side=neither`)).toEqual([]);
    expect(await idsOf(`metadata=run%3D${run}`)).toEqual(ids);
  });

  it('combines them with the other filters', async () => {
    await fixture.admin.post(`/v1/records/${ids[1]}/suspend`, { reason: 'because' });
    expect(await idsOf(`${filter}&state=suspended`)).toEqual([ids[1]]);
    expect(await idsOf(`${filter}&state=active&metadata=side=even`)).toEqual([ids[3]]);
    expect(await idsOf(`${filter}&authority_id=${await grant(fixture.admin)}`)).toEqual([]);
    await fixture.admin.post(`/v1/records/${ids[1]}/reinstate`, { reason: 'because' });
  });

  it('has pages, whose cursors belong to the pairs', async () => {
    const first = (await list(`${filter}&limit=3`)).body;
    expect(first['data'].map(({ id }: Item) => id)).toEqual(ids.slice(0, 3));
    const cursor = `cursor=${first['next_cursor']}`;
    expect(await idsOf(`${filter}&limit=3&${cursor}`)).toEqual(ids.slice(3));
    for (const other of ['metadata=run=x', '', `${filter}&metadata=side=odd`]) {
      const refused = await list(`${other}&${cursor}`);
      expect(refused.body['error']).toMatchObject({
        code: 'request.invalid',
        details: [{ field: 'cursor' }],
      });
    }
  });

  it('follows a change of the metadata', async () => {
    const id = ids[0] as string;
    const change = (side: string | null) => fixture.admin.patch(`/v1/records/${id}`, { metadata: { side } });
    await change('moved');
    expect(await idsOf(`${filter}&metadata=side=moved`)).toEqual([id]);
    expect(await idsOf(`${filter}&metadata=side=odd`)).toEqual([ids[2]]);
    await change('odd');
  });

  it('is refused for metadata without a key', async () => {
    const refused = await list('metadata=x');
    expect([refused.status, refused.body['error'].code]).toEqual([400, 'request.invalid']);
  });
});
