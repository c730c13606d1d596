import { beforeAll, expect, it } from '@jest/globals';
import { errors } from '@service/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describeProject } from './support/describe-project.js';
import { register } from './support/fixtures.js';
import { fromSchema, type Schema } from './support/schema-arbitrary.js';

/** Whose credential a request bears, an admin's every other time. */
const ROLES = ['admin', 'admin', 'admin', 'operator', 'verify', 'audit'] as const;
/** Requests under way: while one waits for the database, others are parsed. */
const AT_ONCE = 16;
/** Milliseconds for thousands of requests on a busy machine. */
const PATIENCE = 300_000;

interface Operation {
  security?: unknown[];
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<
    string,
    { headers: Record<string, unknown>; content: { 'application/json': { schema: Schema } } }
  >;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, unknown> };
}

describeProject('the OpenAPI document', (_service, fixture) => {
  let document: Document;
  let known: string[];
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validators = new Map<string, ValidateFunction>();
  addFormats.default(ajv);

  beforeAll(async () => {
    document = (await fixture.anonymous.get('/v1/openapi.json')).body as unknown as Document;
    ajv.addSchema(document, 'openapi');
    // A separate project, because the requests may suspend it.
    const made = await fixture.operator.post('/v1/projects', { name: 'Fuzzed' });
    const issued = await fixture.admin.post('/v1/credentials', { name: 'Fuzzed', capabilities: ['read'] });
    const subscribed = await fixture.admin.post('/v1/subscriptions', {
      endpoint: 'https://receiver.example/events',
      categories: ['record'],
    });
    known = [
      fixture.authorityId,
      'rec_missing',
      made.body['project'].id,
      issued.body['id'],
      subscribed.body['id'],
    ];
    for (let index = 0; index < 5; index += 1) known.push(await register(fixture.admin, fixture.authorityId));
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  it('is OpenAPI 3.1, and every reference in it leads somewhere', () => {
    expect(document.openapi).toBe('3.1.0');
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    for (const [, name = ''] of references) expect(Object.keys(document.components.schemas)).toContain(name);
    const fields = [...JSON.stringify(document).matchAll(/"#\/components\/headers\/([\w-]+)"/g)];
    expect(new Set(fields.map(([, name]) => name))).toEqual(
      new Set(Object.keys(document.components.headers)),
    );
  });

  it('says which answers tell of limits, and which say when to come back', () => {
    for (const { path, method, operation } of operations()) {
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        const has = ['RateLimit', 'RateLimit-Policy', 'Retry-After'].map((name) => name in headers);
        const isKnown = operation.security !== undefined;
        const waits = status === '429' || status === '503';
        expect([method, path, status, ...has]).toEqual([method, path, status, isKnown, isKnown, waits]);
      }
    }
  });

  it('takes If-Match wherever a version can be another one', () => {
    const conditional = operations().filter(({ operation: { parameters = [] } }) =>
      parameters.some(({ name }) => name === 'If-Match'),
    );
    expect(conditional).toEqual(operations().filter(({ operation }) => '412' in operation.responses));
    expect(new Set(conditional.map(({ method }) => method))).toEqual(
      new Set(['get', 'post', 'patch', 'delete']),
    );
  });

  it('has fields for what is created, repeated, tagged and not modified', () => {
    for (const { path, method, operation } of operations()) {
      const { parameters = [], responses } = operation;
      const takes = (name: string) => parameters.some((parameter) => parameter.name === name);
      const success = Object.keys(responses)[0] ?? '';
      const headers = responses[success]?.headers ?? {};
      const about = `${method} ${path}`;
      expect([about, 'Location' in headers]).toEqual([about, success === '201']);
      expect([about, '304' in responses]).toEqual([about, method === 'get' && takes('If-Match')]);
      expect([about, takes('If-None-Match')]).toEqual([about, '304' in responses]);
      for (const response of Object.values(responses)) {
        expect(['Cache-Control', 'Cache-Control' in response.headers]).toEqual(['Cache-Control', true]);
        expect([about, 'Idempotent-Replayed' in response.headers]).toEqual([about, takes('Idempotency-Key')]);
      }
    }
  });

  it('names every route that there is', () => {
    expect(
      operations()
        .map(({ path, method }) => `${method.toUpperCase()} ${path}`)
        .sort(),
    ).toMatchInlineSnapshot(`
     [
       "DELETE /v1/subscriptions/{id}",
       "GET /v1/authorities",
       "GET /v1/authorities/{id}",
       "GET /v1/credentials",
       "GET /v1/credentials/{id}",
       "GET /v1/deliveries/{id}",
       "GET /v1/event-categories",
       "GET /v1/events",
       "GET /v1/events/{id}",
       "GET /v1/interactions",
       "GET /v1/interactions/check",
       "GET /v1/interactions/{id}",
       "GET /v1/log/{environment}/checkpoint",
       "GET /v1/log/{environment}/keys",
       "GET /v1/log/{environment}/tile/entries/{number}",
       "GET /v1/log/{environment}/tile/{level}/{number}",
       "GET /v1/projects",
       "GET /v1/projects/current",
       "GET /v1/projects/{id}",
       "GET /v1/records",
       "GET /v1/records/{id}",
       "GET /v1/records/{id}/evidence",
       "GET /v1/records/{id}/history",
       "GET /v1/subscriptions",
       "GET /v1/subscriptions/{id}",
       "GET /v1/subscriptions/{id}/deliveries",
       "GET /v1/subscriptions/{id}/replays",
       "GET /v1/subscriptions/{id}/replays/{replay_id}",
       "GET /v1/usage",
       "PATCH /v1/credentials/{id}",
       "PATCH /v1/projects/{id}",
       "PATCH /v1/subscriptions/{id}",
       "POST /v1/authorities",
       "POST /v1/authorities/{id}/reinstate",
       "POST /v1/authorities/{id}/renew",
       "POST /v1/authorities/{id}/rescope",
       "POST /v1/authorities/{id}/revoke",
       "POST /v1/authorities/{id}/suspend",
       "POST /v1/credentials",
       "POST /v1/credentials/report-leak",
       "POST /v1/credentials/{id}/revoke",
       "POST /v1/credentials/{id}/rotate",
       "POST /v1/deliveries/{id}/retry",
       "POST /v1/projects",
       "POST /v1/projects/{id}/resume",
       "POST /v1/projects/{id}/suspend",
       "POST /v1/records",
       "POST /v1/records/batch",
       "POST /v1/records/batch/amend",
       "POST /v1/records/batch/reinstate",
       "POST /v1/records/batch/revoke",
       "POST /v1/records/batch/supersede",
       "POST /v1/records/batch/suspend",
       "POST /v1/records/verify",
       "POST /v1/records/verify/batch",
       "POST /v1/records/{id}/amend",
       "POST /v1/records/{id}/reinstate",
       "POST /v1/records/{id}/revoke",
       "POST /v1/records/{id}/supersede",
       "POST /v1/records/{id}/suspend",
       "POST /v1/subscriptions",
       "POST /v1/subscriptions/{id}/disable",
       "POST /v1/subscriptions/{id}/enable",
       "POST /v1/subscriptions/{id}/replay",
       "POST /v1/subscriptions/{id}/rotate-secret",
       "POST /v1/subscriptions/{id}/test",
     ]
    `);
  });

  it('documents each error of the registry that a route can answer', () => {
    const onTheWire = ['route.not_found', 'request.method_not_allowed'];
    const documented = JSON.stringify(document.paths);
    const missing = Object.keys(errors).filter(
      (code) => !documented.includes(`"${code}"`) && !onTheWire.includes(code),
    );
    expect(missing).toEqual([]);
  });

  it(
    'holds no answer back: whatever is sent, the answer is documented and no 5xx',
    async () => {
      const problems: string[] = [];
      const cases = operations().flatMap((each) =>
        requestsOf(each.path, each.operation, 60).map((request) => ({ ...each, request })),
      );
      await inLanes(AT_ONCE, cases, async ({ method, operation, request }) => {
        const client = {
          admin: fixture.admin,
          operator: fixture.operator,
          verify: fixture.verifier,
          audit: fixture.auditor,
        }[request.role];
        const answer = await client.call(method.toUpperCase(), request.path, { body: request.body });
        const sent = `${method} ${request.path} ${JSON.stringify(request.body)?.slice(0, 300)}`;
        const documented = operation.responses[answer.status];
        if (documented === undefined || answer.status >= 500) {
          problems.push(`${sent} → ${answer.status} ${answer.text.slice(0, 200)}`);
          return;
        }
        const silent = Object.keys(document.components.headers).filter(
          (name) => answer.headers.has(name) && !(name in documented.headers),
        );
        if (silent.length > 0) problems.push(`${sent} → ${silent.join(', ')}`);
        const isDocumented = validatorOf(documented.content['application/json'].schema);
        if (!isDocumented(answer.body)) problems.push(`${sent} → ${ajv.errorsText(isDocumented.errors)}`);
      });
      expect(problems.slice(0, 10)).toEqual([]);
    },
    PATIENCE,
  );

  /** Most answers have a schema that others have too: each is compiled once. */
  function validatorOf(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
    const validator = validators.get(text) ?? ajv.compile(JSON.parse(text) as Schema);
    validators.set(text, validator);
    return validator;
  }

  /** Requests for one operation, the same in every run. */
  function requestsOf(path: string, { parameters = [], requestBody }: Operation, count: number) {
    const resolve = (name: string) => document.components.schemas[name] ?? {};
    const schema = requestBody?.content['application/json'].schema;
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const arbitrary = fc.record({
      role: fc.constantFrom(...ROLES),
      body: schema === undefined ? fc.constant(undefined) : fromSchema(schema, resolve, known),
      id: fc.oneof(fc.constantFrom(...known), fc.string({ minLength: 1, unit: 'grapheme' })),
      query: fc.record(
        Object.fromEntries(query.map((each) => [each.name, fromSchema(each.schema, resolve, known)])),
        { requiredKeys: [] },
      ),
    });
    return fc.sample(arbitrary, { numRuns: count, seed: 20 }).map((sample) => {
      const search = new URLSearchParams(
        Object.entries(sample.query).map(([name, value]) => [name, String(value)] as [string, string]),
      );
      // A dot segment would be resolved by the client before it is sent.
      const id = /^\.{1,2}$/.test(sample.id) ? 'dots' : sample.id;
      const sent = path.replace('{id}', encodeURIComponent(id.toWellFormed()));
      return { ...sample, path: search.size > 0 ? `${sent}?${search}` : sent };
    });
  }
});

/** Does the work for all items, so many at once, and begins in their order. */
async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
