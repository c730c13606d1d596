import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { describeProject } from './support/describe-project.js';
import { grant } from './support/fixtures.js';

type Item = Record<string, unknown>;

const NDJSON = { accept: 'application/x-ndjson' };
const CSV = { accept: 'text/csv' };
/** An export reads a hundred at once. */
const MANY = 300;
const BATCH = 100;

describeProject('an export of records', (service, fixture) => {
  let authorityId: string;
  const linesOf = (text: string): Item[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Item);

  beforeAll(async () => {
    authorityId = await grant(fixture.admin, { issuer: 'Registry, "the first"' });
    for (let at = 0; at < MANY; at += BATCH) {
      const records = Array.from({ length: BATCH }, (_, index) => ({
        authority_id: authorityId,
        origin: `https://registry.example/${at + index}`,
        content: String(at + index),
        ...(at + index === 0
          ? { external_id: '=cmd|x', origin: '@SUM(A1)', metadata: { team: '=1+1, "x"' } }
          : {}),
      }));
      const { status } = await fixture.admin.post('/v1/records/batch', { records });
      expect(status).toBe(200);
    }
  });

  it('has every record that matches once, newest first, as the list shows it', async () => {
    const answer = await fixture.reader.get(`/v1/records?limit=1&authority_id=${authorityId}`, NDJSON);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const items = linesOf(answer.text);
    expect(new Set(items.map(({ id }) => id)).size).toBe(MANY);
    const page = await fixture.reader.get(`/v1/records?limit=100&authority_id=${authorityId}`);
    expect(items.slice(0, 100)).toEqual(page.body['data']);
    const cursor = String(page.body['next_cursor']);
    const rest = await fixture.reader.get(`/v1/records?authority_id=${authorityId}&cursor=${cursor}`, NDJSON);
    expect(linesOf(rest.text)).toEqual(items.slice(100));
  });

  it('is a table in which no text is a formula', async () => {
    const query = `authority_id=${authorityId}&external_id=${encodeURIComponent('=cmd|x')}`;
    const answer = await fixture.reader.get(`/v1/records?${query}`, CSV);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head, row, ...rest] = answer.text.split('\r\n');
    expect(head).toBe(
      'id,external_id,state,version,digest,authority_id,issuer,origin,content_digest,expires_at,successor_id,reason,metadata,created_at,updated_at',
    );
    expect(row).toMatch(
      new RegExp(
        `^rec_\\w+,'=cmd\\|x,active,1,sha256:\\w+,${authorityId},"Registry, ""the first""",'@SUM\\(A1\\),`,
      ),
    );
    expect(row).toContain(String.raw`"{""team"":""=1+1, \""x\""""}"`);
    expect(rest).toEqual(['']);
    const none = await fixture.reader.get('/v1/records?external_id=unknown', CSV);
    expect(none.text).toBe(`${head}\r\n`);
  });

  it('has the authorities of a limited credential alone', async () => {
    const limited = await fixture.holding({ authorities: [fixture.authorityId] });
    expect((await limited.get('/v1/records', NDJSON)).text).toBe('');
  });

  it('leaves its place to another when it was read, broken off, or nobody read it', async () => {
    const url = `${service.baseUrl}/v1/records`;
    const headers = { ...NDJSON, authorization: `Bearer ${service.tokens.development.read}` };
    for (let at = 0; at < 5; at += 1) {
      expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(200);
      const gone = new AbortController();
      expect((await fetch(url, { headers, signal: gone.signal })).status).toBe(200);
      gone.abort();
      await eventually(async () => {
        const next = await fetch(url, { headers });
        await next.text();
        expect(next.status).toBe(200);
      });
    }
  });

  it('is refused as its list is, as JSON, and stands in the history as what it is', async () => {
    const refused = await fixture.reader.get('/v1/records?cursor=x', NDJSON);
    expect([refused.status, refused.body['error'].code]).toEqual([400, 'request.invalid']);
    const verifier = await fixture.verifier.get('/v1/records', CSV);
    expect([verifier.status, verifier.body['error'].code]).toEqual([403, 'authority.insufficient_scope']);
    const neither = await fixture.reader.get('/v1/records', { accept: 'text/html' });
    expect(neither.body['error']).toMatchObject({ code: 'request.not_acceptable' });
    await fixture.reader.get('/v1/records?limit=1', CSV);
    const lines = await fixture.auditor.get('/v1/interactions?operation=records.export&limit=1');
    expect(lines.body['data']).toMatchObject([{ outcome: 'succeeded', items: 1 }]);
  });
});
