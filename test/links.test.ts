import { expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { idOf, register } from './support/fixtures.js';

const MADE_UP = 'lnk_01M84Q81F2P6Z8X3V5N7B9C1DK';

describeProject('links of records', (service, fixture) => {
  const make = (recordId: string, members: object = {}, by = fixture.admin) =>
    by.post(`/v1/records/${recordId}/links`, members);
  const keyOf = (path: unknown) => /#(lnk_[0-9A-Z]{26}_[\w-]{43})_/.exec(String(path))?.[1] ?? '';
  const open = (key: string, query = '') =>
    fixture.anonymous.call('POST', `/v/development/open${query}`, {
      headers: { authorization: `Link ${key}` },
    });
  const newRecord = () => register(fixture.admin, fixture.authorityId, { content: 'a deed' });

  it('disclose the evidence of their record to whoever holds them, and nothing else', async () => {
    const record = await newRecord();
    const made = await make(record);
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.headers.get('location')).toBe(`/v1/links/${idOf(made)}`);
    expect(made.body).toMatchObject({
      record_id: record,
      shows: ['issuer', 'origin', 'dates'],
      proof: 'history',
      state: 'active',
    });
    const { path, ...shown } = made.body;
    expect(path).toMatch(new RegExp(`^/v/development#${made.body['id']}_[\\w-]{43}_${record}$`));
    const opened = await open(keyOf(path));
    expect(opened.status).toBe(200);
    expect(opened.headers.get('cache-control')).toBe('no-store');
    for (const name of ['ratelimit', 'ratelimit-policy']) expect(opened.headers.has(name)).toBe(false);
    expect(opened.body['link']).toEqual({
      record_id: record,
      shows: shown['shows'],
      proof: 'history',
      expires_at: null,
    });
    expect(opened.body['bundle'].record[0].record_id).toBe(record);
    const read = await fixture.admin.get(`/v1/links/${shown['id']}`);
    expect(read.body).toEqual(shown);
    const [stored] = await service.sql<{ row: string }>(
      `SELECT e::text AS row FROM credential_authority.events AS e WHERE stream_id = '${shown['id']}'`,
    );
    expect(stored?.row).not.toContain(keyOf(path).slice(-43));
    const listed = await fixture.admin.get(`/v1/records/${record}/links`);
    expect(listed.body['data']).toEqual([shown]);
  });

  it('give the signed answer alone where their creator wants that', async () => {
    const record = await newRecord();
    const { body } = await make(record, { proof: 'answer', shows: ['issuer'] });
    expect(body['path']).toMatch(new RegExp(`_${record}_answer$`));
    const opened = await open(keyOf(body['path']));
    expect(opened.body).toHaveProperty('answer');
    expect(opened.body).not.toHaveProperty('bundle');
    const { answer, request, signature } = opened.body['answer'];
    expect(request.body.evidence_scope).toEqual(['authority', 'state', 'verdict']);
    expect(signature).toMatch(/^[\w-]+\.\.[\w-]+$/);
    expect(JSON.parse(answer).evidence.verdict.result).toBe('passed');
    expect(opened.text).not.toContain('content_digest');
  });

  it.each(['history', 'answer'])('have a nonce signed, but let nobody ask for a wait: %s', async (proof) => {
    const { body } = await make(await newRecord(), { proof });
    const key = keyOf(body['path']);
    const openWith = (headers: Record<string, string>) =>
      fixture.anonymous.call('POST', '/v/development/open', {
        headers: { authorization: `Link ${key}`, ...headers },
      });
    const opened = await openWith({ 'service-nonce': 'mine', prefer: 'wait=5' });
    const { answer, bundle } = opened.body;
    expect((bundle?.answer ?? answer).nonce).toBe('mine');
    expect(opened.headers.has('preference-applied')).toBe(false);
    expect(opened.headers.has('service-evidence-signature')).toBe(false);
    const refused = await openWith({ 'service-nonce': 'not one' });
    expect([refused.status, refused.body['error'].code]).toEqual([400, 'request.invalid']);
  });

  it('take no body, and no query but the size of a log', async () => {
    const answers = await Promise.all([
      open('anything', '?form=1'),
      fixture.anonymous.post('/v/development/open', '1'),
      fixture.anonymous.post('/v/development/open', '{}'),
    ]);
    expect(answers.map(({ body }) => body['error'].code)).toEqual([
      'request.invalid',
      'request.invalid',
      'request.too_large',
    ]);
  });

  it('are refused alike, whatever is wrong with them', async () => {
    const record = await newRecord();
    const soon = new Date(Date.now() + 1_500).toISOString();
    const [good, expiring, revoked] = await Promise.all([
      make(record),
      make(record, { expires_at: soon }),
      make(record),
    ]);
    const ended = await fixture.admin.post(`/v1/links/${idOf(revoked)}/revoke`, { reason: 'Not needed.' });
    expect([ended.status, ended.body['state'], ended.body['reason']]).toEqual([
      200,
      'revoked',
      'Not needed.',
    ]);
    const again = await fixture.admin.post(`/v1/links/${idOf(revoked)}/revoke`, { reason: 'Twice.' });
    expect(again.body).toEqual(ended.body);
    await eventually(async () => {
      const read = await fixture.admin.get(`/v1/links/${idOf(expiring)}`);
      expect(read.body['state']).toBe('expired');
    });
    const secret = keyOf(good.body['path']).slice(-43);
    const wrong = [
      '',
      'anything',
      `${MADE_UP}_${secret}`,
      `${idOf(good)}_${'A'.repeat(43)}`,
      `${idOf(good)}_${secret}0`,
      keyOf(revoked.body['path']),
      keyOf(expiring.body['path']),
    ];
    const answers = await Promise.all(wrong.map((key) => open(key)));
    const shapes = answers.map(({ status, headers, body }) => {
      const names = [...headers.keys()].filter((name) => !['date', 'service-request-id'].includes(name));
      const { request_id: _, ...error } = body['error'];
      return { status, names, error };
    });
    expect(shapes[0]).toMatchObject({ status: 404, error: { code: 'link.not_found' } });
    for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    // Who knows the secret is known, and what was refused is written down.
    for (const [index, link] of [revoked, expiring].entries()) {
      const id = answers[5 + index]?.headers.get('service-request-id');
      const line = await fixture.auditor.get(`/v1/interactions/${id}`);
      expect(line.body).toMatchObject({
        actor: { type: 'link', id: idOf(link) },
        subjects: [record, idOf(link)],
        outcome: 'refused',
        error_code: 'link.not_found',
      });
    }
    const stranger = answers[3]?.headers.get('service-request-id');
    expect((await fixture.auditor.get(`/v1/interactions/${stranger}`)).status).toBe(404);
    expect((await open(keyOf(good.body['path']))).status).toBe(200);
  });

  it('are counted and written down as what opened them', async () => {
    const record = await newRecord();
    const { body } = await make(record);
    const opened = await open(keyOf(body['path']));
    const line = await fixture.auditor.get(`/v1/interactions/${opened.headers.get('service-request-id')}`);
    expect(line.body).toMatchObject({
      actor: { type: 'link', id: body['id'] },
      operation: 'links.open',
      subjects: [record, body['id']],
      outcome: 'succeeded',
    });
    expect(JSON.stringify(line.body)).not.toContain(keyOf(body['path']).slice(-43));
    const query = `operation=links.open&credential_id=${body['id']}`;
    const listed = await fixture.auditor.get(`/v1/interactions?${query}`);
    expect(listed.body['data']).toMatchObject([{ subjects: [record, body['id']], outcome: 'succeeded' }]);
  });

  it('are at most twenty of one record at a time', async () => {
    const record = await newRecord();
    const made = await Promise.all(Array.from({ length: 22 }, () => make(record)));
    const statuses = made.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body['error'].code).toBe('link.limit_reached');
    const first = made.find(({ status }) => status === 201);
    await fixture.admin.post(`/v1/links/${idOf(first as never)}/revoke`, { reason: 'Room.' });
    expect((await make(record)).status).toBe(201);
  });

  it('of another authority do not exist', async () => {
    const record = await newRecord();
    const { body } = await make(record);
    const terms = { capabilities: ['share', 'read'], authorities: [fixture.authorityId] };
    const limited = await fixture.holding(terms);
    const refused = await make(fixture.recordId, {}, limited);
    expect([refused.status, refused.body['error'].code]).toEqual([404, 'record.not_found']);
    const foreign = await make(fixture.recordId);
    for (const answer of [
      await limited.get(`/v1/links/${idOf(foreign)}`),
      await limited.post(`/v1/links/${idOf(foreign)}/revoke`, { reason: 'Mine.' }),
    ]) {
      expect([answer.status, answer.body['error'].code]).toEqual([404, 'link.not_found']);
    }
    expect((await limited.get(`/v1/links/${body['id']}`)).status).toBe(200);
    expect((await make(record, {}, fixture.reader)).body['error'].scope_required).toBe('share');
  });
});
