import { describe, expect, it } from '@jest/globals';
import type { Environment } from '@service/contracts';
import type { DescribedInterface, DescribedOperation } from './described-interface.js';
import { escapeHtml } from './html.js';
import { referenceHtml } from './reference-page.js';
import { searchIndexOf } from './pages.js';

function pageOf(
  operation: DescribedOperation,
  components: DescribedInterface['components'] = {},
  environment: Environment = 'development',
): string {
  const shared = { every: ['request.not_acceptable'], withCredential: ['rate.limited'] } as const;
  const document = { paths: { '/v1/things/{id}': { post: operation } }, components, 'x-errors': shared };
  return referenceHtml(document, environment);
}

describe('the reference of a route', () => {
  it('needs nothing but the route: all that documents may leave out may be missing', () => {
    const page = pageOf({});
    expect(page).toContain('<h2 id="other">');
    expect(page).toContain('<code>POST /v1/things/{id}</code>');
  });

  it('is found under the name of its page', () => {
    const index = searchIndexOf(new Map([['api', `<main id="text">${pageOf({})}</main>`]]));
    expect(index.slice(0, 2)).toMatchObject([
      { path: '/docs/api', page: 'API reference', title: 'API reference' },
      { path: '/docs/api#other', page: 'API reference' },
    ]);
  });

  it('is tried in development alone', () => {
    expect(pageOf({})).toContain('Try it');
    expect(pageOf({}, {}, 'production')).not.toContain('Try it');
  });

  it('has its id, its text as text, and the capabilities that open it', () => {
    const operationId = 'things.change';
    const page = pageOf({
      operationId,
      summary: 'Is <b>bold</b> & `code`',
      'x-capabilities': ['read', 'audit'],
    });
    expect(page).toContain('Is &lt;b&gt;bold&lt;/b&gt; &amp; <code>code</code>');
    expect(page).toContain(
      '</code>, the operation <code>things.change</code>, with <code>read</code> or <code>audit</code></p>',
    );
  });

  it('follows references to parameters, bodies, answers and examples', () => {
    const page = pageOf(
      {
        parameters: [{ $ref: '#/components/parameters/Key' }],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Thing' },
            },
          },
        },
        responses: { 201: { $ref: '#/components/responses/Made' } },
      },
      {
        parameters: { Key: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
        schemas: {
          Thing: {
            properties: { name: { type: 'string', minLength: 2, maxLength: 2 } },
            required: ['name'],
            examples: [{ name: 'it’s', of: ["a 'thing'"] }],
          },
        },
        responses: { Made: { description: 'Made.' } },
      },
    );
    expect(page).toContain('<td><code>Idempotency-Key</code></td><td>header, string, optional</td>');
    expect(page).toContain('<td><code>name</code></td><td>string</td><td>2 characters.</td>');
    expect(page).toContain('<p>201: Made.</p>');
    const body = String.raw`-d '{"name":"it’s","of":["a '\''thing'\''"]}'`;
    expect(page).toContain(`${escapeHtml(body)}</code></pre>`);
  });

  it('has the errors that it can answer by their statuses, whatever other routes answer', () => {
    const page = pageOf({
      'x-errors': ['record.not_found', 'authority.not_found'],
      responses: {
        200: { description: 'Done.' },
        404: { description: 'None of `credential.not_found`.' },
        default: { description: 'Any other error.' },
      },
    });
    const link = (code: string) => `<a href="/docs/errors#${code}"><code>${code}</code></a>`;
    expect(page).toContain(
      `<td>404</td><td>${link('record.not_found')}, ${link('authority.not_found')}</td>`,
    );
    expect(page).toContain(`<td>406</td><td>${link('request.not_acceptable')}</td>`);
    expect(page).toContain(`<td>429</td><td>${link('rate.limited')}</td>`);
    expect(page).not.toContain('credential.not_found');
    expect(page).not.toContain('default');
    expect(page.match(/<p>\d+: /g)).toEqual(['<p>200: ']);
  });

  it('says once what it takes to call it: in its description', () => {
    const page = pageOf({ description: 'Make a thing. Needs the capability `write`.' });
    expect(page.match(/Needs|credential/g)).toEqual(['Needs']);
  });

  it('stands in the chapter of its tag, in the order of the document', () => {
    const read = (tag: string) => ({ get: { tags: [tag] } });
    const document = {
      tags: [{ name: 'Usage and history' }, { name: 'Empty' }, { name: 'Log', description: 'Of `all`.' }],
      paths: { '/a': read('Extra'), '/b': read('Log'), '/c': read('Usage and history') },
    };
    const page = referenceHtml(document, 'development');
    expect(page.match(/<h2 id=".*?"/g)).toEqual([
      '<h2 id="usage-and-history"',
      '<h2 id="log"',
      '<h2 id="extra"',
      '<h2 id="schemas"',
    ]);
    expect(page).toContain('Of <code>all</code>.');
  });
});
