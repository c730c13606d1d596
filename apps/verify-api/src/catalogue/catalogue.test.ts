import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RequestMethod, type INestApplication, type Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { AnswerParts } from '../http/complete-answer.js';
import { GatewayAdapter } from '../http/gateway-adapter.js';
import { RouteTable } from '../http/route-table.js';
import { SERVED_OPERATION } from '../http/serves-operation.js';
import { InfrastructureModule, type VerifyApiOptions } from '../infrastructure.module.js';
import { OPERATION_NAMES } from '../operations/operation-names.js';
import type { AdmittedOperation, AnyOperation } from '../operations/operation.js';
import { schemas, type SchemaName } from '../schemas/schemas.js';
import { inert } from '../testing/inert.js';
import { verifyRoute } from '../verify/verify.route.js';
import { VerifyApiModule } from '../verify-api.module.js';
import { catalogue, publicResources } from './catalogue.js';

interface Route {
  method: string;
  path: string;
  operation: AdmittedOperation | undefined;
}

const definitions: readonly AdmittedOperation[] = [...catalogue, ...publicResources];

let database: EmbeddedDatabase;
let application: INestApplication;
let routes: Route[];

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  const options = inertOptions(database.url);
  const parts = inert<AnswerParts>();
  application = await NestFactory.create(
    VerifyApiModule.register(InfrastructureModule.register(options, parts), []),
    new GatewayAdapter(new RouteTable(), parts),
    { logger: false, bodyParser: false, abortOnError: false },
  );
  const controllers = [...application.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  routes = [
    ...controllers.flatMap(({ metatype }) => routesOf(metatype as Type)),
    { method: 'POST', path: verifyRoute.path, operation: verifyRoute.operation },
  ];
});

afterAll(async () => {
  await application.close();
  await database.stop();
});

/** Only the repositories connect to their database before the application begins. */
function inertOptions(databaseUrl: string): VerifyApiOptions {
  return {
    cell: 0,
    restoredCopy: false,
    corsOrigins: [],
    oauth: null,
    tracer: null,
    console: inert(),
    environment: 'development',
    pool: inert(),
    databaseUrl,
    feed: inert(),
    publishedEvents: inert(),
    commands: inert(),
    logger: inert(),
    peppers: inert(),
    sealingKeys: inert(),
    keys: inert(),
    limits: inert(),
    recorder: inert(),
    findings: inert(),
    policyFile: '',
    witnesses: [],
  };
}

/** The routes of a controller, as its decorators declare them. */
function routesOf(controller: Type): Route[] {
  const prefix = String(Reflect.getMetadata('path', controller));
  const members = Object.getOwnPropertyDescriptors(controller.prototype as object);
  return Object.values(members).flatMap(({ value: handler }: PropertyDescriptor) => {
    const method: unknown =
      typeof handler === 'function' ? Reflect.getMetadata('method', handler) : undefined;
    if (method === undefined) return [];
    const path = String(Reflect.getMetadata('path', handler as object));
    const operation = Reflect.getMetadata(SERVED_OPERATION, handler as object) as Route['operation'];
    return [{ method: RequestMethod[method as RequestMethod], path: `/${prefix}/${path}`, operation }];
  });
}

describe('the catalogue of operations', () => {
  it('names each operation once', () => {
    const names = definitions.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has the names that the history can be filtered by', () => {
    const named = catalogue.filter(({ access }) => access !== 'public').map(({ name }) => name);
    expect(named.filter((name) => !OPERATION_NAMES.includes(name))).toEqual([]);
    expect([...new Set(OPERATION_NAMES)].sort()).toEqual(OPERATION_NAMES);
  });

  it('defines what each route serves, and each definition has one route but the exports, which lists serve, and what only agents call', () => {
    expect(routes.filter(({ operation }) => !definitions.includes(operation as AdmittedOperation))).toEqual(
      [],
    );
    const served = routes.map(({ operation }) => operation?.name ?? '').sort();
    const named = definitions
      .map(({ name }) => name)
      .filter((name) => !['error.explain', 'interaction.export', 'record.export'].includes(name));
    expect(served).toEqual(named.sort());
  });

  it('counts an operation as its capability and the method of its route say', () => {
    const changing = ['write', 'manage', 'operator', 'subscribe'];
    const kindOf = ({ method, operation }: Route) => {
      if (operation?.access === 'verify') return 'verify';
      const changes = [operation?.access].flat().some((each) => changing.includes(String(each)));
      return changes && method !== 'GET' ? 'write' : 'read';
    };
    const expected = routes.map((route) => [route.operation?.name, kindOf(route)]);
    expect(routes.map(({ operation }) => [operation?.name, operation?.kind])).toEqual(expected);
  });

  it('keeps every answer that holds a secret out of caches, and no other', () => {
    const holdsSecret = (name: string, seen: readonly string[] = []): boolean => {
      const text = JSON.stringify(schemas[name as SchemaName]);
      const others = [...text.matchAll(/schemas\/(\w+)"/g)].map(([, other]) => other as string);
      return (
        /"(?:token|secret|invitation_link)":/.test(text) ||
        others.some((other) => !seen.includes(other) && holdsSecret(other, [...seen, name]))
      );
    };
    for (const { name, answer, answersSecret = false } of catalogue) {
      expect([name, answersSecret]).toEqual([name, holdsSecret(answer)]);
    }
  });

  it('names use cases that the application has', () => {
    for (const { name, useCase } of catalogue) {
      const found: unknown = application.get(useCase as Type, { strict: false });
      expect([name, found instanceof useCase]).toEqual([name, true]);
    }
  });

  it('names the id of a path as what the interaction is about', () => {
    const onOne = routes.filter(({ path }) => path.includes('/:id')).map(({ operation }) => operation);
    const input = new Proxy({}, { get: () => 'an_id' });
    for (const { name, subjectsOf } of onOne as AnyOperation[]) {
      expect([name, subjectsOf?.(input, null)]).toEqual([name, ['an_id']]);
    }
  });
});
