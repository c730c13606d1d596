import { describe, expect, it } from '@jest/globals';
import { addressOf, groupsOf, type ApiDocument } from './operations-of.js';

const document: ApiDocument = {
  tags: [{ name: 'Records', description: 'What is verified.' }, { name: 'Empty' }],
  paths: {
    '/v1/records/{id}': {
      get: {
        operationId: 'records.read',
        summary: 'Read a record',
        description: 'Read a record',
        tags: ['Records'],
        parameters: [
          { name: 'id', in: 'path', required: true },
          { name: 'fields', in: 'query' },
          { name: 'Service-Nonce', in: 'header' },
          { $ref: '#/components/parameters/Shared' } as never,
        ],
        responses: {
          200: { description: 'Done.' },
          404: { $ref: '#/components/responses/Missing' },
          503: { description: 'Retry after `Retry-After` seconds.' },
        },
        'x-capabilities': ['read'],
      },
    },
    '/v1/records': {
      post: {
        operationId: 'records.register',
        tags: ['Records'],
        requestBody: {
          content: {
            'application/json': { examples: { typical: { $ref: '#/components/examples/RegisterBody' } } },
          },
        },
      },
    },
  },
  components: {
    responses: { Missing: { description: 'There is no such thing.' } },
    examples: { RegisterBody: { value: { origin: 'https://a.example' } } },
    parameters: { Shared: { name: 'limit', in: 'query' } },
  },
};

describe('the operations of the document', () => {
  const [group] = groupsOf(document);

  it('are grouped in its chapters, those without any left out', () => {
    expect(groupsOf(document).map(({ name }) => name)).toEqual(['Records']);
    expect(group?.operations.map(({ id, method }) => [id, method])).toEqual([
      ['records.read', 'GET'],
      ['records.register', 'POST'],
    ]);
  });

  it('have what is typed for them, an example of their body, and what they are refused with', () => {
    const [read, register] = group?.operations ?? [];
    expect(read?.parameters.map(({ name }) => name)).toEqual(['id', 'fields', 'limit']);
    expect(read?.refusals).toEqual([
      { status: '404', meaning: 'There is no such thing.' },
      { status: '503', meaning: 'Retry after Retry-After seconds.' },
    ]);
    expect([read?.body, register?.body]).toEqual([null, '{\n  "origin": "https://a.example"\n}']);
  });

  it('lead to an address once each part of the path is typed', () => {
    const [read] = group?.operations ?? [];
    if (read === undefined) throw new Error('There is none.');
    expect(addressOf(read, { fields: 'x' })).toBeNull();
    expect(addressOf(read, { id: 'a/b', fields: ' ' })).toEqual({ path: '/v1/records/a%2Fb', query: {} });
  });
});
