import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { beforeMoment, grant, inMilliseconds, register, uniqueName } from './support/fixtures.js';
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

  it('refuse an amendment that leaves content out, and keep what it does not name', async () => {
    const expires_at = inMilliseconds(3_600_000);
    const id = await register(fixture.admin, fixture.authorityId, { expires_at, external_id: uniqueName() });
    expect((await change(id, 'amend', { reason })).body['error'].code).toBe('request.invalid');
    const { body } = await change(id, 'amend', { reason, content: 'x' });
    expect(body).toMatchObject({ expires_at, origin: 'https://registry.example/1' });
    expect(
      (await change(id, 'amend', { reason, content: 'x', expires_at: null })).body['expires_at'],
    ).toBeNull();
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

  it('are superseded only by another active record of the project', async () => {
    const [id, successor, ended] = await Promise.all([
      register(fixture.admin, fixture.authorityId),
      register(fixture.admin, fixture.authorityId),
      register(fixture.admin, fixture.authorityId),
    ]);
    await change(ended, 'revoke', { reason });
    for (const successor_id of [id, ended, 'rec_missing']) {
      const refused = await change(id, 'supersede', { reason, successor_id });
      expect([refused.status, refused.body['error'].code]).toEqual([422, 'record.successor_invalid']);
    }
    const { body } = await change(id, 'supersede', { reason, successor_id: successor });
    expect(body).toMatchObject({ state: 'superseded', successor_id: successor });
  });

  it('can still be revoked once they are superseded or expired, and nothing else', async () => {
    const successor = await register(fixture.admin, fixture.authorityId);
    const superseded = await register(fixture.admin, fixture.authorityId);
    await change(superseded, 'supersede', { reason, successor_id: successor });
    const expired = await beforeMoment((expires_at) =>
      register(fixture.admin, fixture.authorityId, { expires_at }),
    );
    const verify = (record_id: string) => fixture.verifier.post('/v1/records/verify', { record_id });
    await eventually(async () => expect((await verify(expired)).body['record'].state).toBe('expired'));
    for (const [id, version] of [
      [superseded, 3],
      [expired, 3],
    ] as const) {
      const refused = await change(id, 'suspend', { reason });
      expect([refused.status, refused.body['error'].code]).toEqual([409, 'record.transition_not_allowed']);
      const { status, body } = await change(id, 'revoke', { reason: 'fraud' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ state: 'revoked', version, successor_id: null, reason: 'fraud' });
      const verified = (await verify(id)).body;
      expect(verified['record']).toEqual({ id, state: 'revoked', version });
      expect(verified['evidence'].provenance.verified).toBe(true);
    }
  });

  it('need their authority active where something new is said, and not where it is stopped', async () => {
    const authority = await grant(fixture.admin);
    const [first, second] = [
      await register(fixture.admin, authority),
      await register(fixture.admin, authority),
    ];
    await change(first, 'suspend', { reason });
    await fixture.admin.post(`/v1/authorities/${authority}/suspend`, { reason });
    const refusals = await Promise.all([
      fixture.admin.post('/v1/records', { authority_id: authority, origin: 'o', content: 'c' }),
      change(second, 'amend', { reason, content: 'x' }),
      change(first, 'reinstate', { reason }),
      change(second, 'supersede', { reason, successor_id: first }),
    ]);
    for (const { status, body } of refusals) {
      expect(status).toBe(409);
      const current = { current_version: 2, current_state: 'suspended' };
      expect(body['error']).toMatchObject({ code: 'authority.not_active', ...current });
    }
    expect((await change(second, 'suspend', { reason })).status).toBe(200);
    expect((await change(first, 'revoke', { reason })).status).toBe(200);
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

  it('are registered in batches beside items that are invalid, each refused by itself', async () => {
    const record = { authority_id: fixture.authorityId, origin: 'o', content: 'c' };
    const { status, body } = await fixture.admin.post('/v1/records/batch', {
      records: [{ ...record, origin: 7, extra: 1 }, record, {}, null, [record], 'text'],
    });
    expect(status).toBe(200);
    const [wrong, made, empty, ...others] = body['data'];
    expect(made).toMatchObject({ state: 'active', version: 1 });
    expect(wrong.error).toMatchObject({
      code: 'request.invalid',
      message: 'records[0].extra is unknown: this request has no such member.',
      details: [{ field: 'records[0].extra' }, { field: 'records[0].origin' }],
    });
    expect(empty.error.details.map(({ field }: { field: string }) => field)).toEqual([
      'records[2].authority_id',
      'records[2].origin',
      'records[2].content',
    ]);
    for (const [index, { error }] of others.entries()) {
      expect(error).toMatchObject({
        code: 'request.invalid',
        details: [{ field: `records[${index + 3}]`, issue: 'must be an object' }],
      });
    }
  });

  it('are listed newest first, page by page and by filter, each once', async () => {
    const authority = await grant(fixture.admin);
    const ids = [];
    for (let index = 0; index < 7; index += 1) ids.push(await register(fixture.admin, authority));
    await change(ids[0] ?? '', 'revoke', { reason });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = `/v1/records?authority_id=${authority}&limit=3${cursor && `&cursor=${cursor}`}`;
      const { body } = await fixture.reader.get(page);
      seen.push(...body['data'].map((record: { id: string }) => record.id));
      cursor = body['next_cursor'];
    }
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(7);
    const count = async (query: string) =>
      (await fixture.reader.get(`/v1/records?authority_id=${authority}&limit=100&${query}`)).body['data']
        .length;
    expect([await count('state=revoked'), await count('state=active'), await count('state=expired')]).toEqual(
      [1, 6, 0],
    );
    const external_id = uniqueName();
    const named = await register(fixture.admin, authority, { external_id });
    const found = (await fixture.reader.get(`/v1/records?external_id=${external_id}`)).body;
    expect(found['data'].map((record: { id: string }) => record.id)).toEqual([named]);
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

  it('are listed on only where a cursor comes with its own list and filters', async () => {
    const authority = await grant(fixture.admin);
    for (let index = 0; index < 3; index += 1) await register(fixture.admin, authority);
    const list = `/v1/records?authority_id=${authority}`;
    const cursor = (await fixture.reader.get(`${list}&limit=1`)).body['next_cursor'];
    const more = await fixture.reader.get(`${list}&limit=100&cursor=${cursor}`);
    expect([more.status, more.body['data'].length]).toEqual([200, 2]);
    for (const other of [`${list}&state=active`, '/v1/records?limit=1', '/v1/authorities?limit=1']) {
      const refused = await fixture.reader.get(`${other}&cursor=${cursor}`);
      expect([other, refused.status]).toEqual([other, 400]);
      expect(refused.body['error'].details).toEqual([
        { field: 'cursor', issue: 'must be the next_cursor of a page of this list with the same filters' },
      ]);
    }
  });

  it('page through their history', async () => {
    const id = await register(fixture.admin, fixture.authorityId);
    for (const path of ['suspend', 'reinstate', 'suspend', 'reinstate']) await change(id, path, { reason });
    const first = (await fixture.reader.get(`/v1/records/${id}/history?limit=2`)).body;
    const second = (
      await fixture.reader.get(`/v1/records/${id}/history?limit=10&cursor=${first['next_cursor']}`)
    ).body;
    const sequences = [...first['data'], ...second['data']].map(
      (each: { sequence: number }) => each.sequence,
    );
    expect(sequences).toEqual([1, 2, 3, 4, 5]);
    expect(second['next_cursor']).toBeNull();
  });
});
