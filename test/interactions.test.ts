import { get, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { firstLinkOf, linkOf, linkText } from '@service/evidence';
import type { Answer } from './support/client.js';
import { describeProject } from './support/describe-project.js';
import { issue, register } from './support/fixtures.js';

type Item = Record<string, unknown>;

const NDJSON = { accept: 'application/x-ndjson' };

describeProject('the interaction history', (service, fixture) => {
  let recordId: string;
  let verified: Answer;
  const list = async (query: string) => (await fixture.auditor.get(`/v1/interactions?${query}`)).body;
  const requestIdOf = (answer: Answer) => String(answer.headers.get('service-request-id'));

  beforeAll(async () => {
    recordId = await register(fixture.admin, fixture.authorityId);
    verified = await fixture.verifier.post(
      '/v1/records/verify',
      { record_id: recordId },
      { 'user-agent': 'history test' },
    );
    await fixture.verifier.post('/v1/records/verify', { record_id: 'rec_missing' });
    for (let index = 0; index < 5; index += 1) await fixture.reader.get(`/v1/records/${recordId}`);
  });

  it('has what was answered, with everything that is known of it, the moment that it is answered', async () => {
    const { data } = await list(`subject=${recordId}&operation=records.verify`);
    expect(data).toHaveLength(1);
    expect((await list(`subject=${recordId}&operation=records.verify&channel=api`))['data']).toEqual(data);
    expect((await list(`subject=${recordId}&channel=mcp`))['data']).toEqual([]);
    expect(data[0]).toMatchObject({
      request_id: requestIdOf(verified),
      channel: 'api',
      actor: { type: 'credential', id: expect.stringMatching(/^crd_/) },
      operation: 'records.verify',
      subjects: [recordId],
      items: 1,
      outcome: 'succeeded',
      status: 200,
      error_code: null,
      address: '127.0.0.1',
      user_agent: 'history test',
    });
    expect(await list('error_code=record.not_found')).toMatchObject({
      data: [{ subjects: ['rec_missing'], outcome: 'refused', status: 404 }],
    });
  });

  it('names each record of a batch', async () => {
    const other = await register(fixture.admin, fixture.authorityId);
    const records = [recordId, 'rec_missing', 'Jane Doe', other].map((record_id) => ({ record_id }));
    const batch = await fixture.verifier.post('/v1/records/verify/batch', { records });
    expect(batch.status).toBe(200);
    for (const id of [recordId, other]) {
      const { data } = await list(`subject=${id}&operation=records.verify_batch`);
      expect(data).toMatchObject([
        { request_id: requestIdOf(batch), items: 4, subjects: [recordId, 'rec_missing', other] },
      ]);
    }
    const record = { authority_id: fixture.authorityId, origin: 'o', content: 'c' };
    const registered = await fixture.admin.post('/v1/records/batch', {
      records: [record, { ...record, authority_id: 'aut_missing' }, record],
    });
    const [first, , third] = registered.body['data'];
    const { data } = await list(`subject=${third.id}`);
    expect(data).toMatchObject([{ operation: 'records.register_batch', subjects: [first.id, third.id] }]);
  });

  it('names what a refused request asked for, in its path or in its body', async () => {
    const { reader, verifier } = fixture;
    const verify = '/v1/records/verify';
    const attempts: [Answer, string[]][] = [
      [await reader.post(verify, { record_id: recordId }), [recordId]],
      [await reader.post(verify, { record_id: recordId, evidence_scope: ['all'] }), [recordId]],
      [await verifier.post(verify, { record_id: recordId, evidence_scope: ['all'] }), [recordId]],
      [await reader.post(`${verify}/batch`, { records: [{ record_id: recordId }] }), [recordId]],
      [await verifier.post(`/v1/records/${recordId}/revoke`, { reason: 'r' }), [recordId]],
      [await verifier.get(`/v1/records/${recordId}`), [recordId]],
      [await reader.post('/v1/records', { authority_id: fixture.authorityId }), [fixture.authorityId]],
      [await reader.post(verify, { record_id: 'Jane Doe' }), []],
      [await verifier.post(verify, { record_id: 'Jane Doe' }), []],
      [await reader.post(verify, '{broken'), []],
    ];
    for (const [answer, subjects] of attempts) {
      const { body } = await fixture.auditor.get(`/v1/interactions/${requestIdOf(answer)}`);
      expect([body['outcome'], body['subjects']]).toEqual(['refused', subjects]);
    }
    const found = (await list(`subject=${recordId}&error_code=authority.insufficient_scope`))[
      'data'
    ] as Item[];
    expect(found).toHaveLength(5);
  });

  it('is listed page by page, newest first, though the lists themselves are in it', async () => {
    const whole = (await list('limit=100&operation=records.read'))['data'] as Item[];
    const walked: Item[] = [];
    for (let cursor = ''; ;) {
      const page = await list(`limit=2&operation=records.read${cursor}`);
      walked.push(...(page['data'] as Item[]));
      if (page['next_cursor'] === null) break;
      cursor = `&cursor=${page['next_cursor']}`;
    }
    expect(walked).toEqual(whole);
    const moments = whole.map((item) => String(item['occurred_at']));
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect((await list('limit=1&operation=interactions.list'))['data']).toHaveLength(1);
  });

  it('answers one interaction by its request id, and only to its project’s auditors', async () => {
    const path = `/v1/interactions/${requestIdOf(verified)}`;
    expect((await fixture.auditor.get(path)).body).toMatchObject({ subjects: [recordId] });
    expect((await fixture.admin.get(path)).body['error']).toMatchObject({
      code: 'authority.insufficient_scope',
    });
    const { client: stranger } = await issue(await fixture.stranger(), { capabilities: ['audit', 'read'] });
    const [foreign, missing] = [await stranger.get(path), await stranger.get('/v1/interactions/req_missing')];
    expect([foreign.status, foreign.body['error'].code]).toEqual([404, 'interaction.not_found']);
    expect({ ...foreign.body['error'], request_id: '' }).toEqual({
      ...missing.body['error'],
      request_id: '',
    });
    const seen = (await stranger.get('/v1/interactions?limit=100')).body['data'] as Item[];
    expect(seen.flatMap((item) => item['subjects'])).not.toContain(recordId);
  });

  it('can be exported as lines, and the receiver can check each lane', async () => {
    const answer = await fixture.auditor.get('/v1/interactions?limit=1', NDJSON);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const items = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Item);
    // Lines of one millisecond are listed by their request ids.
    const inOrder = items.toSorted((one, other) => Number(one['sequence']) - Number(other['sequence']));
    const lanes = Map.groupBy(inOrder, ({ day, writer }) => `${String(day)} ${String(writer)}`);
    for (const [name, lines] of lanes) {
      const [day = '', writer = ''] = name.split(' ');
      let link = firstLinkOf({ day, writer, project_id: fixture.projectId });
      for (const { day: _d, writer: _w, link: said, address: _a, user_agent: _u, ...line } of lines) {
        link = linkOf(link, JSON.stringify(line));
        expect(said).toBe(linkText(link));
      }
    }
    expect(items.length).toBeGreaterThan(9);
    expect((await list('limit=1&operation=interactions.export'))['data']).toHaveLength(1);
  });

  it('can be exported as a table, in which no text is a formula', async () => {
    const { headers: sent } = await fixture.auditor.get('/v1/interactions?limit=1', {
      'user-agent': '=cmd|x',
    });
    const requestId = sent.get('service-request-id') as string;
    const answer = await fixture.auditor.get('/v1/interactions?operation=interactions.list', {
      accept: 'text/csv',
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head = '', ...rows] = answer.text.trimEnd().split('\r\n');
    const columns = head.split(',');
    const cells = rows.find((row) => row.includes(requestId))?.split(',') ?? [];
    const cell = (name: string) => cells[columns.indexOf(name)];
    expect(cell('operation')).toBe('interactions.list');
    expect(cell('user_agent')).toBe("'=cmd|x");
    expect((await list('limit=1&operation=interactions.export'))['data']).toHaveLength(1);
  });

  it('is one of lines or one of pages, as Accept prefers', async () => {
    const typeOf = async (accept: string) =>
      (await fixture.auditor.get('/v1/interactions', { accept })).headers.get('content-type');
    expect(await typeOf('application/x-ndjson;q=0.5, application/json')).toMatch(/^application\/json/);
    expect(await typeOf('application/x-ndjson, text/html')).toBe('application/x-ndjson');
    const neither = await fixture.auditor.get('/v1/interactions', { accept: 'text/html' });
    expect(neither.body['error']).toMatchObject({ code: 'request.not_acceptable' });
    const lines = await fixture.auditor.get(`/v1/interactions/${requestIdOf(verified)}`, NDJSON);
    expect(lines.status).toBe(406);
    expect((await fixture.auditor.call('HEAD', '/v1/interactions', { headers: NDJSON })).status).toBe(200);
  });

  it('aborts an export that fails in the middle, which must not look complete', async () => {
    const own = [fixture.projectId];
    await service.sql(
      `INSERT INTO verify_api.interactions
       SELECT day, project_id, 'wri_far', number * 3000, 3000, first_at, last_at, first_request, last_request,
         links, repeat(lines || E'\\n', 3000), personal, tally
       FROM (SELECT * FROM verify_api.interactions WHERE project_id = $1 LIMIT 1) AS one,
         generate_series(1, 40) AS number`,
      own,
    );
    // Closed days are neither counted nor sealed, and leave no rows when they are dropped.
    await service.sql(
      `INSERT INTO verify_api.lanes (day, project_id, writer, closed)
       SELECT day, project_id, 'wri_far', true FROM verify_api.lanes WHERE project_id = $1 LIMIT 1`,
      own,
    );
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { ...NDJSON, authorization: `Bearer ${service.tokens.development.audit}` };
      get(`${service.baseUrl}/v1/interactions`, { headers }, resolve).on('error', reject);
    });
    await new Promise((resolve) => response.once('readable', resolve));
    const rename = (from: string, to: string) =>
      service.sql(`ALTER TABLE verify_api.${from} RENAME TO ${to}`);
    // Before the table is away: an answer that nobody listens to is aborted without a word.
    const ended = new Promise((resolve) =>
      response.once('error', resolve).once('end', () => resolve('whole')),
    );
    await rename('interactions', 'away');
    try {
      response.resume();
      expect(await ended).toMatchObject({ code: 'ECONNRESET' });
    } finally {
      await rename('away', 'interactions');
      for (const table of ['lanes', 'interactions']) {
        await service.sql(`DELETE FROM verify_api.${table} WHERE writer = 'wri_far'`);
      }
    }
  });

  describe('asked for with', () => {
    it.each([
      ['from', 'from=yesterday'],
      ['to', 'from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z'],
      ['outcome', 'outcome=good'],
      ['operation', `operation=${encodeURIComponent("records.verify' OR 1=1 --")}`],
      ['operation', 'operation=records.read&operation=records.verify'],
      ['operation', 'operation=records.verfy'],
      ['operation', 'operation=nope'],
      ['channel', 'channel=mail'],
      ['error_code', 'error_code=nothing'],
      ['subject', `subject=${'x'.repeat(65)}`],
      ['subject', 'subject=%00'],
      ['credential_id', 'credential_id='],
      ['credential_id', 'credential_id=cred_1'],
      ['limit', 'limit=101'],
      ['more', 'more=1'],
    ])('a wrong %s is invalid: %s', async (field, query) => {
      const { status, body } = await fixture.auditor.get(`/v1/interactions?${query}`);
      expect([status, body['error'].code]).toEqual([400, 'request.invalid']);
      expect(JSON.stringify(body['error'].details)).toContain(`"${field}`);
    });

    it.each(['%', '_', "'", '"', '\\', `rec_%`, 'ü', '"," "'])(
      'a subject that is not an id is not kept, and finds nothing: %s',
      async (subject) => {
        const path = encodeURIComponent(subject);
        const asked = await fixture.reader.get(`/v1/records/${path}`);
        expect(asked.status).toBe(404);
        expect((await list(`limit=100&subject=${path}`))['data']).toEqual([]);
        const line = await fixture.auditor.get(`/v1/interactions/${requestIdOf(asked)}`);
        expect(line.body['subjects']).toEqual([]);
      },
    );
  });
});
