import { existsSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import { errors } from '@service/contracts';
import { describeProject } from './support/describe-project.js';
import { readRaw } from './support/raw-answer.js';

describeProject('the documentation', (service, fixture) => {
  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    readRaw(`${service.baseUrl}${path}`, headers, method);

  const pages = new Map<string, string>();
  const linksOf = (html: string) =>
    [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));

  /** Reads the index and all that it leads to. */
  beforeAll(async () => {
    const waiting = ['/docs'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const { status, headers, body } = await read(path);
      const isPage = headers['content-type']?.startsWith('text/html') === true;
      pages.set(path, status === 200 ? (isPage ? body.toString() : '') : `${status}`);
      if (!isPage) continue;
      for (const link of linksOf(body.toString())) {
        const [target = ''] = link.split('#');
        if (!target.startsWith('/') || pages.has(target) || waiting.includes(target)) continue;
        waiting.push(target);
      }
    }
  });

  it('has the pages that its index names, and the decisions', () => {
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        '/docs/start',
        '/docs/records',
        '/docs/api',
        '/docs/errors',
        '/docs/contributing',
      ]),
    );
    expect([...pages.keys()].filter((path) => path.startsWith('/docs/decisions/')).length).toBeGreaterThan(
      50,
    );
  });

  it('has no link that leads nowhere, neither to a page nor to a place in one', () => {
    const broken: string[] = [];
    for (const [path, html] of pages) {
      for (const link of linksOf(html)) {
        if (link.startsWith('https://')) continue;
        const [target = '', fragment] = link.split('#');
        const text = pages.get(target === '' ? path : target);
        const leads = text !== undefined && !/^\d+$/.test(text);
        if (!leads || (fragment !== undefined && !text.includes(` id="${fragment}"`)))
          broken.push(`${path} → ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('names tests of its guarantees that there are', () => {
    const named = [...(pages.get('/docs/guarantees') ?? '').matchAll(/[\w./-]+\.ts\b/g)].map(
      ([path]) => path,
    );
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('explains every error where the error’s answer says', () => {
    for (const code of Object.keys(errors)) expect(pages.get('/docs/errors')).toContain(` id="${code}"`);
  });

  it('refers to every route and schema of the OpenAPI document', async () => {
    const { body } = await fixture.anonymous.get('/v1/openapi.json');
    const reference = pages.get('/docs/api') ?? '';
    for (const [path, methods] of Object.entries(body['paths'] as Record<string, object>)) {
      for (const method of Object.keys(methods)) {
        expect(reference).toContain(`<code>${method.toUpperCase()} ${path}</code>`);
      }
    }
    for (const name of Object.keys(body['components'].schemas as object)) {
      expect(reference).toContain(` id="schema-${name}"`);
    }
    expect(reference).toContain('<a href="/docs/errors#record.not_found">');
  });

  it('runs one script of a file, has no script or style in a page, and its policy allows none', async () => {
    const script = '<script src="/docs/page.js" defer></script>';
    for (const [path, html] of pages) {
      expect([
        path,
        /<script|<style|<[^>]*\s(?:on\w+|style)=|="javascript:/i.test(html.replace(script, '')),
      ]).toEqual([path, false]);
    }
    const { headers } = await read('/docs');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self';/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['/docs/none', '/docs/../package.json', '/docs/decisions/', '/docs/index', '/docs/constructor'])(
    'has nothing at %s',
    async (path) => {
      const { status, body } = await read(path);
      expect([status, JSON.parse(body.toString()).error.code]).toEqual([404, 'route.not_found']);
    },
  );

  it('answers in the type of the document alone', async () => {
    expect((await read('/docs/errors', { accept: 'application/json' })).status).toBe(406);
    expect((await read('/docs/style.css', { accept: 'text/css' })).status).toBe(200);
    expect((await read('/docs/transitions.json', { accept: 'application/json' })).status).toBe(200);
  });

  it.each([
    '/docs/errors',
    '/docs/style.css',
    '/docs/page.js',
    '/docs/search.json',
    '/docs/api',
    '/v1/openapi.json',
    '/v1/asyncapi.json',
  ])('sends %s as small as the caller can take it, each coding under a tag of its own', async (path) => {
    const plain = await read(path);
    const gzip = await read(path, { 'accept-encoding': 'gzip' });
    const brotli = await read(path, { 'accept-encoding': 'gzip, br' });
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
    ]);
    expect(gzip.body.length).toBeLessThan(plain.body.length / 2);
    const tags = [plain, gzip, brotli].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const { headers } of [plain, gzip, brotli]) {
      expect([headers.vary, headers['cache-control']]).toEqual(['Accept-Encoding', 'public, max-age=300']);
    }
  });

  it('is not sent again to who has it in the coding that is asked for', async () => {
    const { headers } = await read('/docs/errors', { 'accept-encoding': 'br' });
    const tag = headers.etag ?? '';
    const again = await read('/docs/errors', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([again.status, again.body.length, again.headers.etag, again.headers.vary]).toEqual([
      304,
      0,
      tag,
      'Accept-Encoding',
    ]);
    expect((await read('/docs/errors', { 'if-none-match': tag })).status).toBe(200);
    expect((await read('/docs/errors', { 'if-none-match': '"0"' })).status).toBe(200);
  });

  it('tells a HEAD what a GET would get', async () => {
    const asked = { 'accept-encoding': 'gzip' };
    const [get, head] = [await read('/docs', asked), await read('/docs', asked, 'HEAD')];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-type', 'content-length', 'content-encoding', 'vary']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });
});
