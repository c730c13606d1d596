import { request } from 'node:http';
import { expect, it } from '@jest/globals';
import { describeProject } from '../support/describe-project.js';
import { readOperations } from './support/operations.js';

// OWASP API8:2023 and API9:2023; ASVS 5.0 V13, V16.5.
describeProject('what the service shows', (service, fixture) => {
  const raw = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
      (resolve, reject) => {
        const { hostname: host, port } = new URL(service.baseUrl);
        const sent = request({ host, port, path, method, headers }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        });
        sent.on('error', reject).end();
      },
    );

  it.each([
    '/metrics',
    '/livez',
    '/readyz',
    '/admin',
    '/debug',
    '/.env',
    '/v1',
    '/v2/records',
    '/v1/internal',
  ])('has nothing at %s', async (path) => {
    const { status, body } = await fixture.admin.get(path);
    expect([status, body['error'].code]).toEqual([404, 'route.not_found']);
  });

  it.each([
    '/v1//records',
    '/v1/./records',
    '/v1/records/',
    '/V1/records',
    '/v1/records%2Fverify',
    '/v1/records;x',
  ])('does not treat %s as one of its paths', async (path) => {
    const { status } = await raw('GET', path, {
      authorization: `Bearer ${service.tokens.development.admin}`,
    });
    expect([400, 404]).toContain(status);
  });

  it.each(['TRACE', 'PUT', 'PROPFIND', 'SEARCH', 'LOCK'])('does not know the method %s', async (method) => {
    const { status, text } = await raw(method, '/v1/records', {
      authorization: `Bearer ${service.tokens.development.admin}`,
    });
    expect([404, 405]).toContain(status);
    expect(text).not.toContain('svc_');
  });

  it('names neither its framework nor its versions', async () => {
    const { headers } = await raw('GET', '/v1/records');
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['server']));
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-powered-by']));
  });

  it('lets no other site’s script read an answer', async () => {
    const origin = { origin: 'https://elsewhere.example' };
    const { headers } = await raw('GET', '/v1/records', origin);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    // The documents hold nothing of anybody.
    const { headers: document } = await raw('GET', '/v1/openapi.json', origin);
    expect(document['access-control-allow-origin']).toBe('*');
  });

  it('overrides no method by a header', async () => {
    const { status, body } = await fixture.reader.call('POST', `/v1/records/${fixture.recordId}`, {
      body: {},
      headers: { 'x-http-method-override': 'GET', 'x-method-override': 'GET' },
    });
    expect([status, body['error'].code]).toEqual([405, 'request.method_not_allowed']);
  });

  it('is documented correctly: no protected path answers without a credential', async () => {
    const operations = await readOperations(fixture.anonymous);
    for (const { method, path, open, takesBody } of operations) {
      if (open) continue;
      const sent = takesBody ? { body: {} } : {};
      const { status, body, headers } = await fixture.anonymous.call(method, path, sent);
      expect([method, path, status, body['error'].code]).toEqual([
        method,
        path,
        401,
        'authentication.missing',
      ]);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('says of an error what happened, and nothing of the code', async () => {
    const { text } = await fixture.admin.post('/v1/records', '{"authority_id":');
    expect(text).not.toMatch(/SyntaxError|\.js|\.ts|node_modules|stack/);
  });
});
