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
