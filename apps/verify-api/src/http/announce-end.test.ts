import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module, NotFoundException, Param } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { OperationRoute } from '../documentation/operation-route.js';
import { Admission } from '../operations/admission.js';
import type { OperationTerms } from '../operations/operation.js';
import { inert } from '../testing/inert.js';
import { AccessGuard } from './access.guard.js';

const lasting: OperationTerms<'Acknowledgement'> = {
  name: 'record.lasting',
  access: 'public',
  kind: 'read',
  http: 'GET /lasting',
  summary: 'Lasts',
  answer: 'Acknowledgement',
};
const ending: OperationTerms<'Acknowledgement'> = {
  ...lasting,
  name: 'record.ending',
  http: 'GET /ending/:id',
  summary: 'Ends',
  deprecation: { since: '2027-01-31', sunset: '2028-02-01', instead: 'Use `records.lasting`.' },
};

@Controller()
class Fixtures {
  @OperationRoute(lasting)
  last(): Record<string, never> {
    return {};
  }

  @OperationRoute(ending)
  end(@Param('id') id: string): Record<string, never> {
    if (id === 'missing') throw new NotFoundException();
    return {};
  }
}

@Module({
  controllers: [Fixtures],
  providers: [
    { provide: Admission, useValue: inert<Admission>() },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
class FixtureModule {}

let application: NestFastifyApplication;
let document: OpenAPIObject;

beforeAll(async () => {
  application = await NestFactory.create<NestFastifyApplication>(FixtureModule, new FastifyAdapter(), {
    logger: false,
  });
  await application.init();
  await application.getHttpAdapter().getInstance().ready();
  document = SwaggerModule.createDocument(application, new DocumentBuilder().build());
});
afterAll(() => application.close());

const headersOf = async (url: string) => {
  const { headers } = await application.inject({ method: 'GET', url });
  return [headers['deprecation'], headers['sunset'], headers['link']];
};

describe('a deprecated operation', () => {
  const announced = [
    '@1801353600',
    'Tue, 01 Feb 2028 00:00:00 GMT',
    '</docs/versioning>; rel="deprecation"; type="text/html", </docs/versioning>; rel="sunset"; type="text/html"',
  ];

  it.each(['/ending/some', '/ending/missing'])(
    'says since when, until when and where to read on: %s',
    async (url) => {
      expect(await headersOf(url)).toEqual(announced);
    },
  );

  it('is deprecated in the document, which says what to use instead', () => {
    const { deprecated, description, responses } = document.paths['/ending/{id}']?.get ?? {};
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
    expect(document.paths['/lasting']?.get?.deprecated).toBeUndefined();
  });
});
