import { describe, expect, it } from '@jest/globals';
import type { DescribedInterface, DescribedOperation } from './described-interface.js';
import { referenceHtml } from './reference-page.js';

function pageOf(operation: DescribedOperation, components: DescribedInterface['components'] = {}): string {
  return referenceHtml({ paths: { '/v1/things/{id}': { post: operation } }, components });
}

describe('the reference of a route', () => {
  it('needs nothing but the route: all that documents may leave out may be missing', () => {
    const page = pageOf({});
    expect(page).toContain('<h2 id="other">');
    expect(page).toContain('<code>POST /v1/things/{id}</code>');
  });

  it('has its text as text', () => {
    const page = pageOf({ summary: 'Is <b>bold</b> & `code`' });
    expect(page).toContain('Is &lt;b&gt;bold&lt;/b&gt; &amp; <code>code</code>');
  });

  it('follows references to parameters, bodies and answers', () => {
    const page = pageOf(
      {
        parameters: [{ $ref: '#/components/parameters/Key' }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: { 409: { $ref: '#/components/responses/Conflict' } },
      },
      {
        parameters: { Key: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
        schemas: {
          Thing: {
            properties: { name: { type: 'string', minLength: 2, maxLength: 2, example: 'ab' } },
            required: ['name'],
          },
        },
        responses: { Conflict: { description: 'One of `thing.taken`' } },
      },
    );
    expect(page).toContain('<td><code>Idempotency-Key</code></td><td>header, string, optional</td>');
    expect(page).toContain('<td><code>name</code></td><td>string</td><td>2 characters.</td>');
    expect(page).toContain('<a href="/docs/errors#thing.taken">');
    expect(page).toContain('-d &#39;{&quot;name&quot;'.replaceAll('&#39;', "'"));
  });

  it('says what it takes to call it', () => {
    expect(pageOf({ 'x-capabilities': ['read', 'audit'] })).toContain(
      '<code>read</code> or <code>audit</code>.',
    );
    expect(pageOf({ security: [] })).toContain('No credential is needed.');
  });
});
