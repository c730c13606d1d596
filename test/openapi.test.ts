import { beforeAll, expect, it } from '@jest/globals';
import { errors } from '@service/contracts';
import { describeProject } from './support/describe-project.js';
import {
  operationsOf,
  type InterfaceDocument,
  type Operation,
} from './support/fuzzing/interface-document.js';

describeProject('the OpenAPI document', (_service, fixture) => {
  let document: InterfaceDocument;
  let operations: Operation[];

  beforeAll(async () => {
    document = (await fixture.anonymous.get('/v1/openapi.json')).body as unknown as InterfaceDocument;
    operations = operationsOf(document);
  });

  it('is OpenAPI 3.1, and every reference in it leads somewhere', () => {
    expect(document.openapi).toBe('3.1.0');
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)];
    const referred = new Set(references.map(([, kind, name]) => `${kind}/${name}`));
    const bodies = (name: string) => name.startsWith('schemas/');
    const components = Object.entries(document.components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    expect([...referred].filter((name) => !components.includes(name))).toEqual([]);
    expect(components.filter((name) => !referred.has(name) && !bodies(name))).toEqual([]);
  });

  it('says which answers tell of limits, and which say when to come back', () => {
    for (const { path, method, isPublic, responses } of operations) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        const has = ['RateLimit', 'RateLimit-Policy', 'Retry-After'].map((name) => name in headers);
        // Errors are described once for callers with and without a credential.
        const isKnown = !isPublic || !(Number(status) < 400);
        const waits = status === '429' || status === '503';
        expect([method, path, status, ...has]).toEqual([method, path, status, isKnown, isKnown, waits]);
      }
    }
  });

  it('takes If-Match wherever a version can be another one', () => {
    const conditional = operations.filter(({ parameters }) =>
      parameters.some(({ name }) => name === 'If-Match'),
    );
    expect(conditional).toEqual(operations.filter(({ responses }) => '412' in responses));
    expect(new Set(conditional.map(({ method }) => method))).toEqual(new Set(['get', 'post', 'patch']));
  });

  it('has fields for what is created, repeated, tagged and not modified', () => {
    for (const { path, method, parameters, responses } of operations) {
      const takes = (name: string) => parameters.some((parameter) => parameter.name === name);
      const success = Object.keys(responses)[0] ?? '';
      const headers = responses[success]?.headers ?? {};
      const about = `${method} ${path}`;
      expect([about, 'Location' in headers]).toEqual([about, success === '201']);
      const isDocument = /^\/docs|\.json$/.test(path);
      const isRevalidated = method === 'get' && (takes('If-Match') || isDocument);
      expect([about, '304' in responses]).toEqual([about, isRevalidated]);
      expect([about, takes('If-None-Match')]).toEqual([about, '304' in responses]);
      expect([about, 'Idempotent-Replayed' in headers]).toEqual([about, takes('Idempotency-Key')]);
      for (const response of Object.values(responses)) {
        expect(response.headers).toHaveProperty('Cache-Control');
      }
    }
  });

  it('names every route that there is', () => {
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort())
      .toMatchInlineSnapshot(`
     [
       "GET /v1/asyncapi.json",
       "GET /v1/authorities",
       "GET /v1/authorities/{id}",
       "GET /v1/authorities/{id}/history",
       "GET /v1/authorities/{id}/reach",
       "GET /v1/credentials",
       "GET /v1/credentials/{id}",
       "GET /v1/deliveries",
       "GET /v1/deliveries/summary",
       "GET /v1/deliveries/{id}",
       "GET /v1/deliveries/{id}/request",
       "GET /v1/event-categories",
       "GET /v1/events",
       "GET /v1/events/{id}",
       "GET /v1/interactions",
       "GET /v1/interactions/check",
       "GET /v1/interactions/{id}",
       "GET /v1/links/{id}",
       "GET /v1/log/{environment}/checkpoint",
       "GET /v1/log/{environment}/checkpoints",
       "GET /v1/log/{environment}/keys",
       "GET /v1/log/{environment}/policy",
       "GET /v1/log/{environment}/tile/entries/{number}",
       "GET /v1/log/{environment}/tile/{level}/{number}",
       "GET /v1/log/{environment}/witnesses",
       "GET /v1/openapi.json",
       "GET /v1/operators",
       "GET /v1/operators/{id}",
       "GET /v1/projects",
       "GET /v1/projects/current",
       "GET /v1/projects/{id}",
       "GET /v1/records",
       "GET /v1/records/{id}",
       "GET /v1/records/{id}/evidence",
       "GET /v1/records/{id}/history",
       "GET /v1/records/{id}/links",
       "GET /v1/replays/{id}",
       "GET /v1/status",
       "GET /v1/subscriptions",
       "GET /v1/subscriptions/{id}",
       "GET /v1/subscriptions/{id}/deliveries/summary",
       "GET /v1/subscriptions/{id}/replays",
       "GET /v1/subscriptions/{id}/replays/count",
       "GET /v1/usage",
       "PATCH /v1/credentials/{id}",
       "PATCH /v1/projects/{id}",
       "PATCH /v1/records/{id}",
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
       "POST /v1/deliveries/retry",
       "POST /v1/deliveries/{id}/retry",
       "POST /v1/links/{id}/revoke",
       "POST /v1/operators",
       "POST /v1/operators/{id}/change-roles",
       "POST /v1/operators/{id}/remove",
       "POST /v1/operators/{id}/renew-invitation",
       "POST /v1/projects",
       "POST /v1/projects/{id}/block-subject",
       "POST /v1/projects/{id}/resume",
       "POST /v1/projects/{id}/suspend",
       "POST /v1/projects/{id}/unblock-subject",
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
       "POST /v1/records/{id}/links",
       "POST /v1/records/{id}/reinstate",
       "POST /v1/records/{id}/revoke",
       "POST /v1/records/{id}/supersede",
       "POST /v1/records/{id}/suspend",
       "POST /v1/subscriptions",
       "POST /v1/subscriptions/{id}/disable",
       "POST /v1/subscriptions/{id}/enable",
       "POST /v1/subscriptions/{id}/replays",
       "POST /v1/subscriptions/{id}/revoke",
       "POST /v1/subscriptions/{id}/rotate",
       "POST /v1/subscriptions/{id}/test",
     ]
    `);
  });

  it('documents each error of the registry that a route can answer', () => {
    const elsewhere = ['route.not_found', 'request.method_not_allowed', 'oauth.subject_blocked'];
    const ofTheConsole = /^(?:session|operator)\.|^request\.origin_not_allowed$|^stream\.too_many$/;
    // A filter by error names all of them too, as a shared parameter.
    const { 'x-errors': shared } = document as unknown as Record<string, unknown>;
    const documented = JSON.stringify([shared, document.paths]);
    const missing = Object.keys(errors).filter((code) => !documented.includes(`"${code}"`));
    expect(missing.filter((code) => !elsewhere.includes(code) && !ofTheConsole.test(code))).toEqual([]);
  });
});
