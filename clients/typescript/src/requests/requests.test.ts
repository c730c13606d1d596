import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConnectionError, ServiceError } from '../index.js';
import { answers, cuts, refuses, ScriptedServer } from '../testing/scripted-server.js';
import { LARGEST_BODY } from './read-body.js';

const RECORD = { id: 'rec_1', state: 'active' };
const REGISTRATION = {
  authority_id: 'aut_1',
  origin: 'https://registry.example/1',
  content_digest: 'sha256:00',
};
let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.stop());

const keys = (): unknown[] => server.arrived.map(({ headers }) => headers['idempotency-key']);
const tokens = (): unknown[] => server.arrived.map(({ headers }) => headers['service-consistency-token']);

describe('a request that fails for the moment', () => {
  it.each([
    ['a connection that breaks before the answer', cuts('before')],
    ['a connection that breaks within the answer', cuts('within')],
    ['408', refuses(408, 'request.timeout')],
    ['429', refuses(429, 'rate.limited', { 'retry-after': '0' })],
    ['500', refuses(500, 'internal.error')],
    ['503', refuses(503, 'service.unavailable', { 'retry-after': '0' })],
  ])('is repeated under one idempotency key after %s', async (_name, fault) => {
    server.script(fault as never, answers(RECORD, 201));
    await expect(server.client().records.register(REGISTRATION as never)).resolves.toEqual(RECORD);
    expect(keys()).toHaveLength(2);
    expect(keys()[0]).toMatch(/^[\da-f]{32}$/);
    expect(new Set(keys()).size).toBe(1);
  });

  it.each(['<html>', ''])(
    'is repeated after an answer that is not JSON, and then fails as unreadable: %j',
    async (body) => {
      server.script((response) => void response.end(body));
      const failure = server.client({ maxRetries: 1 }).records.read('rec_1');
      await expect(failure).rejects.toMatchObject({ name: 'ConnectionError', reason: 'unreadable' });
      expect(server.arrived).toHaveLength(2);
    },
  );

  it('fails with the last error after all its retries', async () => {
    server.script(refuses(503, 'service.unavailable', { 'retry-after': '0' }));
    await expect(server.client().records.read('rec_1')).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'service.unavailable',
      status: 503,
      requestId: 'req_refused',
    });
    expect(server.arrived).toHaveLength(5);
  });

  it('is not repeated where the caller wants no retries', async () => {
    server.script(cuts('before'));
    await expect(server.client().records.read('rec_1', { maxRetries: 0 })).rejects.toThrow(ConnectionError);
    expect(server.arrived).toHaveLength(1);
  });
});

describe('an answer of somebody else than the service', () => {
  it.each([200, 500])('is not read beyond what a body can have (%d)', async (status) => {
    const bomb = gzipSync(Buffer.alloc(LARGEST_BODY + 1, ' '));
    server.script((response) => response.writeHead(status, { 'content-encoding': 'gzip' }).end(bomb));
    const read = server.client({ maxRetries: 0, timeout: 60_000 }).records.read('rec_1');
    await expect(read).rejects.toMatchObject({ name: 'ConnectionError', reason: 'unreadable' });
  });

  it.each([
    ['message', { toString: 1 }],
    ['details', 5],
    ['details', [null]],
    ['request_id', 5],
  ])('is a ServiceError, though its %s is %j', async (name, value) => {
    server.script(
      answers(RECORD, 201, { 'service-consistency-token': 'v1.write' }),
      refuses(400, 'request.invalid', {}, { [name]: value }),
    );
    const client = server.client();
    await client.records.register(REGISTRATION as never);
    const failure: unknown = await client.records.read('rec_1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toMatchObject({ code: 'request.invalid', details: [] });
    expect(typeof (failure as ServiceError).requestId).not.toBe('number');
  });

  it.each([[{ data: [{ id: 'rec_1' }] }], [{ data: {}, next_cursor: null }], [null], [[]]])(
    'is no page, and does not begin the list again: %j',
    async (body) => {
      server.script(answers(body));
      const read = async (): Promise<void> => {
        for await (const record of server.client().records.list())
          if (server.arrived.length > 2) throw record;
      };
      await expect(read()).rejects.toMatchObject({ name: 'ConnectionError', reason: 'unreadable' });
    },
  );
});

describe('an option that is none', () => {
  it.each([{ maxRetries: Number.NaN }, { maxRetries: -1 }, { timeout: Number.NaN }, { timeout: 0 }])(
    'is refused: %j',
    async (options) => {
      server.script(refuses(500, 'internal.error'));
      await expect(server.client().records.read('rec_1', options)).rejects.toThrow(TypeError);
      expect(server.arrived).toHaveLength(0);
    },
  );

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('is not one of a timeout of %d', async (timeout) => {
    server.script((response) => setImmediate(() => answers(RECORD)(response, null as never)));
    await expect(server.client({ timeout, maxRetries: 0 }).records.read('rec_1')).resolves.toEqual(RECORD);
  });

  it('is not sent as a word', async () => {
    server.script(answers(RECORD));
    const nothing = { ifMatch: null, wait: null, headers: { 'x-trace': undefined } };
    await server.client().records.update('rec_1', {}, nothing as never);
    const headers = server.arrived[0]?.headers;
    expect([headers?.['if-match'], headers?.['prefer'], headers?.['x-trace']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is a cursor of null, which would begin the list again', async () => {
    server.script(answers({ data: [], next_cursor: null }));
    await expect(server.client().records.list({ cursor: null } as never)).rejects.toThrow(TypeError);
    expect(server.arrived).toHaveLength(0);
  });
});

describe('a request', () => {
  it('is ended by its signal, with the signal’s reason', async () => {
    const controller = new AbortController();
    server.script(() => controller.abort(new Error('enough')));
    const read = server.client().records.read('rec_1', { signal: controller.signal });
    await expect(read).rejects.toThrow('enough');
    expect(server.arrived).toHaveLength(1);
  });

  it('is ended by its signal in the pause before a retry', async () => {
    const controller = new AbortController();
    server.script(cuts('before'));
    const backoff = (): number => {
      setImmediate(() => controller.abort(new Error('enough')));
      return 60_000;
    };
    const read = server.client({ backoff }).records.read('rec_1', { signal: controller.signal });
    await expect(read).rejects.toThrow('enough');
  });

  it('ends after its timeout', async () => {
    server.script(() => undefined);
    const read = server.client({ timeout: 20, maxRetries: 0 }).records.read('rec_1');
    await expect(read).rejects.toMatchObject({ name: 'ConnectionError', reason: 'timeout' });
  });

  it('never follows a redirect, which would take the token elsewhere', async () => {
    server.script((response) => void response.writeHead(307, { location: 'https://example.com/' }).end());
    await expect(server.client().records.read('rec_1')).rejects.toMatchObject({ reason: 'redirected' });
    expect(server.arrived).toHaveLength(1);
  });

  it('cannot leave its path by an id', async () => {
    server.script(answers(RECORD));
    await server.client().records.read('a/../b?c#d');
    expect(server.arrived[0]?.path).toBe('/v1/records/a%2F..%2Fb%3Fc%23d');
    expect(() => server.client().records.read('..')).toThrow(new TypeError('".." cannot be an id.'));
    expect(() => server.client().records.read('')).toThrow(new TypeError('An id is empty.'));
    expect(() => server.client().records.read('\ud800')).toThrow(TypeError);
    for (const path of ['//example.com/', '/v1/records/%2E./x', '/v1/%2e'])
      await expect(server.client().request({ method: 'GET', path })).rejects.toThrow(TypeError);
  });

  it('has the query of its filters', async () => {
    server.script(answers({ data: [], next_cursor: null }));
    await server.client().records.list({ state: ['active', 'suspended'], metadata: ['team=a b'], limit: 5 });
    expect(decodeURIComponent(server.arrived[0]?.path ?? '')).toBe(
      '/v1/records?state=active&state=suspended&metadata=team=a+b&limit=5',
    );
  });

  it('names the version that it means', async () => {
    server.script(answers(RECORD));
    await server.client().records.revoke('rec_1', { reason: 'x' }, { ifMatch: 3, idempotencyKey: 'mine' });
    await server.client().records.revoke('rec_1', { reason: 'x' }, { ifMatch: '"3.12345678"' });
    expect(server.arrived.map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"3.12345678"']);
    expect(keys()[0]).toBe('mine');
  });

  it('shows its data alone, or with what came beside it', async () => {
    server.script(answers(RECORD, 200, { 'service-request-id': 'req_1', etag: '"1"' }));
    const { data, requestId, response, text } = await server.client().records.read('rec_1').withResponse();
    expect({ data, requestId, text }).toEqual({
      data: RECORD,
      requestId: 'req_1',
      text: JSON.stringify(RECORD),
    });
    expect(response.headers.get('etag')).toBe('"1"');
  });

  it('gives an error of a proxy as one that the service did not make', async () => {
    server.script((response) => void response.writeHead(403).end('<html>'));
    await expect(server.client().records.read('rec_1')).rejects.toMatchObject({
      code: 'unrecognized',
      status: 403,
    });
  });
});

describe('a token', () => {
  it('is asked for before each attempt', async () => {
    let asked = 0;
    server.script(cuts('before'), answers(RECORD));
    await server.client({ token: () => Promise.resolve(`token-${++asked}`) }).records.read('rec_1');
    expect(server.arrived.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it('is in nothing that a client or an error prints', async () => {
    server.script(cuts('before'));
    const client = server.client();
    const failure = await client.records.read('rec_1', { maxRetries: 0 }).catch((error: unknown) => error);
    for (const each of [client, client.records, failure]) {
      expect(inspect(each, { depth: 10, showHidden: true }) + JSON.stringify(each)).not.toContain(
        'svc_dev_secret',
      );
    }
  });

  const SECRET = 'svc_dev_secret';
  const refused: [string, () => unknown][] = [
    ['a line break in it', () => server.client({ token: `${SECRET}\nx` }).records.read('rec_1')],
    [
      'a line break in a header field',
      () => server.client().records.read('rec_1', { headers: { authorization: `Bearer ${SECRET}\nx` } }),
    ],
    ['its place mixed up with the address’s', () => server.client({ baseUrl: SECRET })],
  ];

  it.each(refused)('is in no error about %s', async (_name, use) => {
    server.script(answers(RECORD));
    const failure: unknown = await Promise.resolve()
      .then(use)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain(SECRET);
  });

  it('is not sent where the function has none', async () => {
    server.script(answers(RECORD));
    await server.client({ token: () => undefined as never }).records.read('rec_1');
    expect(server.arrived[0]?.headers.authorization).toBeUndefined();
  });

  it('is not waited for any longer than the signal says', async () => {
    const controller = new AbortController();
    const token = (): Promise<string> => {
      setImmediate(() => controller.abort(new Error('enough')));
      return new Promise(() => undefined);
    };
    const read = server.client({ token }).records.read('rec_1', { signal: controller.signal });
    await expect(read).rejects.toThrow('enough');
  });

  it('is not sent with what is public', async () => {
    server.script(answers({}));
    await server.client().request({ method: 'GET', path: '/v1/log/development/keys', anonymous: true });
    expect(server.arrived[0]?.headers.authorization).toBeUndefined();
  });
});

describe('the consistency token of a write', () => {
  const write = answers(RECORD, 201, { 'service-consistency-token': 'v1.write' });

  it('is sent with the requests behind it, so that a replica that lags waits', async () => {
    const lags = refuses(503, 'service.unavailable', { 'retry-after': '0' });
    server.script(write, lags, answers(RECORD));
    const client = server.client();
    await client.records.register(REGISTRATION as never);
    await client.records.read('rec_1');
    expect(tokens()).toEqual([undefined, 'v1.write', 'v1.write']);
  });

  it('is left out where the client shall not remember it', async () => {
    server.script(write);
    const client = server.client({ readYourWrites: false });
    await client.records.register(REGISTRATION as never);
    await client.records.read('rec_1');
    expect(tokens()).toEqual([undefined, undefined]);
  });

  it.each(['café', 'a b', 'a'.repeat(4_097)])(
    'is not kept where no request can hold it (%#)',
    async (token) => {
      server.script(write, answers(RECORD, 200, { 'service-consistency-token': token }));
      const client = server.client();
      await client.records.register(REGISTRATION as never);
      for (const id of ['rec_1', 'rec_2']) await client.records.read(id);
      expect(tokens()).toEqual([undefined, 'v1.write', 'v1.write']);
    },
  );

  it('is forgotten where the service does not take it', async () => {
    const details = [{ field: 'Service-Consistency-Token', issue: 'must be of this project' }];
    server.script(write, refuses(400, 'request.invalid', {}, { details }), answers(RECORD));
    const client = server.client();
    await client.records.register(REGISTRATION as never);
    await client.records.read('rec_1', { maxRetries: 0 });
    await client.records.read('rec_1');
    expect(tokens()).toEqual([undefined, 'v1.write', undefined, undefined]);
  });
});

describe('a list', () => {
  const page = (id: string, next_cursor: string | null) => answers({ data: [{ id }], next_cursor });

  it('gives the items of all its pages', async () => {
    server.script(page('rec_1', 'c1'), page('rec_2', 'c2'), page('rec_3', null));
    const ids = [];
    for await (const { id } of server.client().records.list({ state: 'active' })) ids.push(id);
    expect(ids).toEqual(['rec_1', 'rec_2', 'rec_3']);
    expect(server.arrived.map(({ path }) => path)).toEqual([
      '/v1/records?state=active',
      '/v1/records?state=active&cursor=c1',
      '/v1/records?state=active&cursor=c2',
    ]);
  });

  it('ends with an error where a page leads to itself', async () => {
    server.script(page('rec_1', 'c1'), page('rec_2', 'c1'), page('rec_3', null));
    const read = async (): Promise<void> => {
      for await (const { id } of server.client().records.list()) expect(id).toBe('rec_1');
    };
    await expect(read()).rejects.toMatchObject({ name: 'ConnectionError', reason: 'unreadable' });
  });

  it('reads no page that nobody asks for', async () => {
    server.script(page('rec_1', 'c1'));
    const first = await server.client().records.list();
    expect(first.data.map(({ id }) => id)).toEqual(['rec_1']);
    expect(first.nextCursor).toBe('c1');
    expect(server.arrived).toHaveLength(1);
  });
});
