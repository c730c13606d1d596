import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import { fastify, type FastifyInstance } from 'fastify';
import { OpenApiDocument } from '../../interface/documentation/openapi-document.js';
import { identified } from '../../interface/identified-input.js';
import { defineOperation } from '../../interface/operation.js';
import { Operations } from '../../admission/operations.js';
import { inert } from '../../testing/inert.js';
import { addOperationRoute, type RouteParts } from './operation.route.js';

class Fixtures {
  answer(id = ''): Record<string, never> {
    if (id === 'missing') throw new ServiceError('record.not_found');
    return {};
  }
}

const common = { access: 'public', kind: 'read', answer: 'Acknowledgement', useCase: Fixtures } as const;
const lasting = defineOperation({
  ...common,
  name: 'records.lasting',
  http: 'GET /lasting',
  summary: 'Lasts',
  execute: (fixtures) => fixtures.answer(),
});
const ending = defineOperation({
  ...common,
  name: 'records.ending',
  http: 'GET /records/:id',
  summary: 'Ends',
  input: identified('record_id'),
  deprecation: { since: '2027-01-31', sunset: '2028-02-01', instead: 'Use `records.lasting`.' },
  execute: (fixtures, _, { record_id }) => fixtures.answer(record_id),
});

interface Described {
  deprecated?: boolean;
  description?: string;
  responses: Record<string, object>;
}

let server: FastifyInstance;
const { paths } = JSON.parse(new OpenApiDocument([lasting, ending]).text()) as {
  paths: Record<string, { get: Described }>;
};

beforeAll(async () => {
  server = fastify();
  const operations = new Operations({ get: () => new Fixtures() } as never, inert(), 10_000);
  const parts = { operations } as unknown as RouteParts;
  for (const operation of [lasting, ending]) addOperationRoute(server, operation, parts);
  await server.ready();
});
afterAll(() => server.close());

const headersOf = async (url: string) => {
  const { headers } = await server.inject({ method: 'GET', url });
  return [headers['deprecation'], headers['sunset'], headers['link']];
};

describe('a deprecated operation', () => {
  const announced = [
    '@1801353600',
    'Tue, 01 Feb 2028 00:00:00 GMT',
    '</docs/versioning>; rel="deprecation"; type="text/html", </docs/versioning>; rel="sunset"; type="text/html"',
  ];

  it.each(['/records/some', '/records/missing'])(
    'says since when, until when and where to read on: %s',
    async (url) => {
      expect(await headersOf(url)).toEqual(announced);
    },
  );

  it('is deprecated in the document, which says what to use instead', () => {
    const { deprecated, description, responses } = paths['/records/{id}']?.get ?? { responses: {} };
    expect([deprecated, description]).toEqual([
      true,
      'Ends. Deprecated since 2027-01-31. It may be gone from 2028-02-01 on. Use `records.lasting`.',
    ]);
    for (const name of ['deprecation', 'sunset', 'link']) {
      expect(responses).toHaveProperty(['200', 'headers', name]);
    }
  });

  it('is the only one that says so', async () => {
    expect(await headersOf('/lasting')).toEqual([undefined, undefined, undefined]);
    expect(paths['/lasting']?.get.deprecated).toBeUndefined();
  });
});
