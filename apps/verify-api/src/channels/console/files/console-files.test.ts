import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '@service/testing/fixtures';
import { fastify, type FastifyInstance } from 'fastify';
import { answerError } from '../../http/answer-error.js';
import { RequestsUnderWay } from '../../http/bounds/requests-under-way.js';
import { UnreadAnswers } from '../../http/bounds/unread-answers.js';
import { SlowedRefusals } from '../../http/bounds/slowed-refusals.js';
import { addHttpHooks, serverOptions } from '../../http/http-hooks.js';
import { RouteTable } from '../../http/route-table.js';
import { addConsoleFileRoutes, readConsoleFiles, type ConsoleFiles } from './console-files.js';

const BUILT: Readonly<Record<string, string>> = {
  'index.html': `<html data-environment="{{environment}}"><title>{{title}}</title><link rel="icon" href="./favicon-{{environment}}.svg" /><script type="module" src="./assets/index-1a.js"></script></html>`,
  'link.html': '<html><script type="module" src="./assets/index-1a.js"></script></html>',
  'manifest.json': JSON.stringify({
    'index.html': { file: 'assets/index-1a.js', css: ['assets/index-2b.css'] },
  }),
  'assets/index-1a.js': `const built = '${'x'.repeat(2_000)}';`,
  'assets/index-2b.css': 'body { margin: 0 }',
  'favicon-production.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'licenses.md': 'MIT',
};

let folder: string;
const write = async (name: string, text: string) => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
};

beforeEach(async () => {
  folder = temporaryFolder();
  for (const [name, text] of Object.entries(BUILT)) await write(name, text);
});

describe('a build of the Console', () => {
  it('is none where nothing was built', () => {
    expect(readConsoleFiles('production', join(folder, 'nowhere'))).toBeNull();
  });

  it('does not let the service start where a file of it is lost', async () => {
    await rm(join(folder, 'assets/index-2b.css'));
    expect(() => readConsoleFiles('production', folder)).toThrow('lacks assets/index-2b.css');
  });
});

describe('the page of links', () => {
  it('may use none of the features that the Console uses', async () => {
    const files = readConsoleFiles('production', folder) as ConsoleFiles;
    const server = fastify();
    server.get('/v', async (request, reply) => {
      await files.linkPage.send(request, reply);
      return reply;
    });
    const { headers } = await server.inject('/v');
    await server.close();
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=()');
    expect(headers['permissions-policy']).not.toContain('self');
  });
});

/** Nothing is written down or measured here. */
const failures = { answered: () => undefined } as never;
const measures = { answered: () => undefined };

describe('the Console over HTTP', () => {
  let server: FastifyInstance;
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

  afterEach(() => server.close());

  beforeEach(() => {
    server = fastify(serverOptions(failures));
    const bounds = { underWay: new RequestsUnderWay(10), unread: new UnreadAnswers(1_000_000) };
    addHttpHooks(server, new RouteTable(), {
      measures,
      tracer: null,
      refusals: new SlowedRefusals(),
      ...bounds,
    } as never);
    server.setErrorHandler((error, request, reply) => answerError(request, reply, error, failures));
    addConsoleFileRoutes(server, 'production', readConsoleFiles('production', folder) as ConsoleFiles);
  });

  it.each(['/console', '/console/production'])('leads from %s to its page', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/console/production/');
  });

  it.each(['', 'records', 'records/rec_1?tab=raw', 'sign-in'])('answers its page at /%s', async (path) => {
    const answer = await get(`/console/production/${path}`, { accept: 'text/html,*/*;q=0.8' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('data-environment="production"');
    expect(answer.body).toContain('<title>PROD · Console</title>');
    expect(answer.body).toContain('src="/console/production/assets/index-1a.js"');
  });

  it('lets pages run nothing but its own scripts, and nobody frame them', async () => {
    const { headers } = await get('/console/production/');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('lets browsers keep what has a digest in its name', async () => {
    const answer = await get('/console/production/assets/index-1a.js', { 'accept-encoding': 'br, gzip' });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
    });
    expect(answer.rawPayload.length).toBeLessThan(200);
  });

  it.each([
    'assets/index-0.js',
    'assets/',
    'assets',
    'api/nothing',
    'api/v1/records',
    'assets/..%2f..%2fpackage.json',
  ])('answers no page at %s', async (path) => {
    const answer = await get(`/console/production/${path}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: { code: 'route.not_found' } });
  });

  it.each(['manifest.json', 'licenses.md', '.inputs', '..%2f..%2fpackage.json'])(
    'does not give away %s',
    async (path) => {
      const answer = await get(`/console/production/${path}`);
      expect(answer.body).toContain('data-environment="production"');
    },
  );

  it('does not stand in for the other environment', async () => {
    expect((await get('/console/development/')).statusCode).toBe(404);
  });
});
