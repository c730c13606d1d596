import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '@service/testing';
import type { ConsoleTerms } from '../../channels/console/console-terms.js';
import type { AnswerParts } from '../../channels/http/complete-answer.js';
import { InfrastructureModule, type VerifyApiOptions } from '../../gateway/infrastructure.module.js';
import { OPERATION_NAMES, READING_NAMES } from '../operation-names.js';
import { schemas, type SchemaName } from '../schemas/schemas.js';
import { inert } from '../../testing/inert.js';
import { VerifyApiModule } from '../../gateway/verify-api.module.js';
import { catalogue } from './catalogue.js';

let database: EmbeddedDatabase;
let application: INestApplicationContext;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
  const options = inertOptions(database.url);
  const parts = inert<AnswerParts>();
  application = await NestFactory.createApplicationContext(
    VerifyApiModule.register(InfrastructureModule.register(options, parts), []),
    { logger: false, abortOnError: false },
  );
});

afterAll(async () => {
  await application.close();
  await database.stop();
});

/** Only the repositories connect to their database before the application begins. */
function inertOptions(databaseUrl: string): VerifyApiOptions {
  return {
    bounds: { maxRequests: 10, maxUnreadMegabytes: 10 },
    cell: 0,
    restoredCopy: false,
    requestDeadline: 10_000,
    corsOrigins: [],
    oauth: null,
    tracer: null,
    console: { environment: 'development', origin: inert(), oidc: null } as unknown as ConsoleTerms,
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

describe('the catalogue of operations', () => {
  it('names each operation once', () => {
    const names = catalogue.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has the names that the history can be filtered by', () => {
    const named = catalogue.filter(({ access }) => access !== 'public').map(({ name }) => name);
    expect(named.filter((name) => !OPERATION_NAMES.includes(name))).toEqual([]);
    expect([...new Set(OPERATION_NAMES)].sort()).toEqual(OPERATION_NAMES);
    const reading = catalogue.filter(({ kind }) => kind !== 'write').map(({ name }) => name);
    expect(named.filter((name) => READING_NAMES.includes(name) !== reading.includes(name))).toEqual([]);
  });

  it('has a route for each operation that is not another form of a list, and for each one of its own', () => {
    const routes = catalogue.flatMap(({ http }) => http ?? []);
    expect(new Set(routes).size).toBe(routes.length);
    const withoutRoute = catalogue.filter(({ http }) => http === undefined).map(({ name }) => name);
    expect(withoutRoute.sort()).toEqual(['errors.explain', 'interactions.export', 'records.export']);
  });

  it('counts an operation as its capability and the method of its route say', () => {
    const changing = ['write', 'share', 'manage', 'operator', 'subscribe'];
    for (const { name, http = 'GET /', access, kind } of catalogue) {
      const changes = !http.startsWith('GET ') && [access].flat().some((each) => changing.includes(each));
      expect([name, kind]).toEqual([name, access === 'verify' ? 'verify' : changes ? 'write' : 'read']);
    }
  });

  it('keeps every answer that holds a secret out of caches, and no other', () => {
    const holdsSecret = (name: string, seen: readonly string[] = []): boolean => {
      const text = JSON.stringify(schemas[name as SchemaName]);
      const others = [...text.matchAll(/schemas\/(\w+)"/g)].map(([, other]) => other as string);
      return (
        /"(?:token|secret|invitation_link)":|behind `#`/.test(text) ||
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
    const onOne = catalogue.filter(({ http = '' }) => http.includes('/:id'));
    const input = new Proxy({}, { get: () => 'an_id' });
    for (const { name, subjectsOf } of onOne) {
      expect([name, subjectsOf?.(input, null)]).toEqual([name, ['an_id']]);
    }
  });
});

/** Writes that neither add nor take away a `passed`, nor say who can do so or who learns of it. Metadata and names decide
 *  nothing. To block a subject takes access to one project from one token’s holder, at once. */
const WITHOUT_PROOF = [
  'records.update',
  'credentials.update',
  'projects.block_subject',
  'subscriptions.test',
  // Fewer people learn of it.
  'links.revoke',
  'deliveries.retry',
  'deliveries.retry_batch',
];

describe('a fresh proof', () => {
  it('is asked for every write but those that decide nothing, and for nothing else', () => {
    for (const { name, kind, stepUp } of catalogue) {
      const expected = kind === 'write' ? !WITHOUT_PROOF.includes(name) : undefined;
      expect([name, stepUp]).toEqual([name, expected]);
    }
  });
});
