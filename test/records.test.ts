import { expect, it } from '@jest/globals';
import { describeProject } from './support/describe-project.js';
import { grant, register, uniqueName } from './support/fixtures.js';
import { tagOf } from './support/tag-of.js';

describeProject('records', (service, fixture) => {
  const change = (id: string, what: string, body: object, headers: Record<string, string> = {}) =>
    fixture.admin.post(`/v1/records/${id}/${what}`, body, headers);
  const reason = 'because';

  it('are registered under their content’s digest, and the content itself is not stored', async () => {
    const answer = await fixture.admin.post('/v1/records', {
      authority_id: fixture.authorityId,
      origin: 'here',
      content: 'abc',
      external_id: null,
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toBe(tagOf(answer));
    expect(answer.body).toMatchObject({
      content_digest: 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      state: 'active',
      version: 1,
      external_id: null,
      reason: null,
    });
    expect((await fixture.reader.get(`/v1/records/${answer.body['id']}`)).body).toEqual(answer.body);
  });

  it('go through their transitions, each with its reason and a version more', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    const steps: [string, object, object][] = [
      [
        'suspend',
        { reason: 'one' },
        {
          state: 'suspended',
          version: 2,
          reason: 'one',
          allowed_transitions: ['reinstate', 'supersede', 'revoke'],
        },
      ],
      ['reinstate', { reason: 'two' }, { state: 'active', version: 3, reason: 'two' }],
      [
        'amend',
        { reason: 'three', content: 'new', origin: 'there' },
        { state: 'active', version: 4, origin: 'there' },
      ],
      [
        'revoke',
        { reason: 'four' },
        { state: 'revoked', version: 5, reason: 'four', allowed_transitions: [] },
      ],
    ];
    for (const [path, body, expected] of steps) {
      const answer = await change(id, path, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject(expected);
    }
    for (const path of ['suspend', 'reinstate', 'revoke']) {
      const refused = await change(id, path, { reason });
      expect(refused.status).toBe(409);
      expect(refused.body['error']).toMatchObject({
        code: 'record.transition_not_allowed',
        current_version: 5,
        current_state: 'revoked',
      });
    }
    const unnamed = await change(id, 'amend', { reason });
    expect([unnamed.status, unnamed.body['error'].code]).toEqual([400, 'request.invalid']);
    const { data, reasons } = (await fixture.reader.get(`/v1/records/${id}/history`)).body;
    expect(data.map((element: { type: string }) => element.type)).toEqual([
      'service.record.registered',
      'service.record.suspended',
      'service.record.reinstated',
      'service.record.amended',
      'service.record.revoked',
    ]);
    expect(reasons.map((each: { reason: string }) => each.reason)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('honour If-Match, and retry a conflict without it', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    expect((await change(id, 'suspend', { reason }, { 'if-match': '"1"' })).body['version']).toBe(2);
    const stale = await change(id, 'reinstate', { reason }, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    expect(stale.body['error']).toMatchObject({
      code: 'record.version_conflict',
      current_version: 2,
      current_state: 'suspended',
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change(id, index % 2 ? 'revoke' : 'reinstate', { reason })),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { data } = (await fixture.reader.get(`/v1/records/${id}/history`)).body;
    const succeeded = answers.filter(({ status }) => status === 200).length;
    expect(data).toHaveLength(2 + succeeded);
  });

  it('have an external_id that is theirs alone, also among those registered at the same time', async () => {
    const external_id = uniqueName();
    const body = { authority_id: fixture.authorityId, origin: 'o', content: 'c', external_id };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fixture.admin.post('/v1/records', body)),
    );
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toHaveLength(0);
    for (const { status, body: refused } of answers.filter((answer) => answer !== made)) {
      expect([status, refused['error'].code]).toEqual([409, 'record.already_exists']);
      expect(refused['error'].existing_id).toBe(made?.body['id']);
    }
  });

  it('are registered in batches, with a result or an error for each in order', async () => {
    const record = { authority_id: fixture.authorityId, origin: 'o', content: 'c' };
    const external_id = uniqueName();
    const { status, body } = await fixture.admin.post('/v1/records/batch', {
      records: [
        { ...record, external_id },
        { ...record, authority_id: 'aut_missing' },
        { ...record, external_id },
        record,
      ],
    });
    expect(status).toBe(200);
    const [first, second, third, fourth] = body['data'];
    expect([first.version, fourth.version]).toEqual([1, 1]);
    expect(second.error.code).toBe('authority.not_found');
    expect(third.error).toMatchObject({ code: 'record.already_exists', existing_id: first.id });
  });

  it('are listed by several states, times and the beginning of their origin', async () => {
    const authority = await grant(fixture.admin);
    const origins = ['https://a.example/1', 'https://a.example/2_', 'https://b.example/1'];
    const ids: string[] = [];
    for (const origin of origins) ids.push(await register(fixture.admin, authority, { origin }));
    const [first = '', second = '', third = ''] = ids;
    await change(first, 'revoke', { reason });
    const { body: suspended } = await change(second, 'suspend', { reason });
    const list = (query: string) => fixture.reader.get(`/v1/records?authority_id=${authority}&${query}`);
    const idsOf = async (query: string) =>
      (await list(query)).body['data'].map(({ id }: { id: string }) => id);
    expect(await idsOf('state=revoked,suspended')).toEqual([second, first]);
    expect(await idsOf('state=active,expired')).toEqual([third]);
    expect(await idsOf('origin_prefix=https://a.example/')).toEqual([second, first]);
    expect(await idsOf('origin_prefix=https://a.example/%25')).toEqual([]);
    expect(await idsOf(`updated_from=${suspended['updated_at']}`)).toEqual([second]);
    expect(await idsOf(`updated_to=${suspended['updated_at']}&state=active,revoked`)).toEqual([third, first]);
    const { created_at } = (await fixture.reader.get(`/v1/records/${third}`)).body;
    expect(await idsOf(`from=${created_at}`)).toEqual([third]);
    expect(await idsOf(`to=${created_at}`)).toEqual([second, first]);
    const page = (await list('state=suspended,revoked&limit=1')).body;
    const next = await list(`limit=1&state=revoked,suspended&cursor=${String(page['next_cursor'])}`);
    expect(next.body['data']).toMatchObject([{ id: first }]);
    for (const wrong of [
      'state=',
      'state=gone',
      'state=active,active',
      'state=active,',
      'updated_from=now',
      'origin_prefix=',
    ]) {
      const { status, body } = await list(wrong);
      expect([wrong, status, body['error'].details[0].field]).toEqual([wrong, 400, wrong.split('=')[0]]);
    }
  });

  it('are listed with the verdict of each, at the price of a verification, by whoever may verify', async () => {
    const origin = `verdict-${uniqueName()}`;
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1)
      ids.unshift(await register(fixture.admin, fixture.authorityId, { origin }));
    await change(ids[0] ?? '', 'revoke', { reason });
    const path = `/v1/records?origin_prefix=${origin}`;
    const records = ids.map((record_id) => ({ record_id, evidence_scope: ['verdict'] }));
    const whenLogged = { prefer: 'wait=10' };
    const { body } = await fixture.verifier.post('/v1/records/verify/batch', { records }, whenLogged);
    const listed = (await fixture.admin.get(`${path}&verdict=true`)).body['data'];
    const verdicts = listed.map((each: { verdict: object }) => each.verdict);
    expect(verdicts).toEqual(
      body['data'].map((each: { evidence: { verdict: object } }) => each.evidence.verdict),
    );
    expect(verdicts).toMatchObject([
      { result: 'failed', reasons: ['record.revoked'] },
      ...ids.slice(1).map(() => ({ result: 'passed' })),
    ]);
    expect((await fixture.admin.get(path)).body['data'][0]).not.toHaveProperty('verdict');
    const refused = await fixture.reader.get(`${path}&verdict=true`);
    expect([refused.status, refused.body['error']]).toMatchObject([
      403,
      { code: 'authority.insufficient_scope', scope_required: 'verify' },
    ]);
    const slow = await fixture.holding({ capabilities: ['read', 'verify'], rate_limit: { verify: 1 } });
    expect((await slow.get(path)).status).toBe(200);
    expect((await slow.get(`${path}&verdict=true`)).body['error'].code).toBe('request.batch_too_large');
    const table = await fixture.admin.get(`${path}&verdict=true`, { accept: 'text/csv' });
    expect([table.status, table.body['error']?.code]).toEqual([400, 'request.invalid']);
  });
});
