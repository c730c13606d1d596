import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import { describeProject } from './support/describe-project.js';
import { readRaw, type RawAnswer } from './support/raw-answer.js';

const RECORDS = '/v1/records?limit=30';

describeProject('a list', (service, fixture) => {
  const read = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> => {
    const authorization = `Bearer ${service.tokens.development.admin}`;
    return readRaw(`${service.baseUrl}${path}`, { authorization, ...headers }, method);
  };

  beforeAll(async () => {
    const records = Array.from({ length: 30 }, (_, index) => ({
      authority_id: fixture.authorityId,
      origin: `https://registry.example/${index}`,
      content: String(index),
    }));
    await fixture.admin.post('/v1/records/batch', { records });
  });

  it('comes as small as the caller can take it', async () => {
    const plain = await read(RECORDS);
    const gzip = await read(RECORDS, { 'accept-encoding': 'gzip' });
    const brotli = await read(RECORDS, { 'accept-encoding': 'gzip, deflate, br' });
    expect(gunzipSync(gzip.body).toString()).toBe(plain.body.toString());
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.body.toString());
    expect([plain, gzip, brotli].map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
      [undefined, 'Accept-Encoding'],
      ['gzip', 'Accept-Encoding'],
      ['br', 'Accept-Encoding'],
    ]);
    for (const { body, headers } of [plain, gzip, brotli]) {
      expect(headers['content-length']).toBe(String(body.length));
    }
    expect(gzip.body.length).toBeLessThan(plain.body.length / 3);
  });

  it.each([
    ['a short one', '/v1/records?limit=1'],
    ['a single resource', () => `/v1/records/${fixture.recordId}`],
    ['an evidence bundle', () => `/v1/records/${fixture.recordId}/evidence`],
    ['an error', '/v1/records?limit=0'],
  ])('alone is compressed, not %s', async (_, path) => {
    const { headers } = await read(typeof path === 'string' ? path : path(), { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('alone is compressed, not the export of the history', async () => {
    const authorization = `Bearer ${service.tokens.development.audit}`;
    const accepting = { authorization, accept: 'application/x-ndjson', 'accept-encoding': 'gzip' };
    const { status, headers, body } = await read('/v1/interactions', accepting);
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    expect(() =>
      body
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).not.toThrow();
  });
});
