import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const COMMAND = 'webhook-dispatcher/dist/commands/sealing-keys.js';

describe('the sealing keys of a service', () => {
  let service: TestService;
  let path: string;
  const lines = async () => (await readFile(path, 'utf8')).trim().split('\n');
  const operate = (...words: string[]) => service.command(COMMAND, ...words);
  const failure = (...words: string[]) =>
    operate(...words).then(
      () => {
        throw new Error('It did not fail.');
      },
      (error: { code: number; stderr: string }) => [error.code, error.stderr],
    );
  const admin = () => new Client(service, service.tokens.development.admin);
  const subscribe = async () => {
    const wanted = { endpoint: 'https://receiver.example/events', categories: ['record'] };
    return String((await admin().post('/v1/subscriptions', wanted)).body['id']);
  };

  beforeAll(async () => {
    service = await TestService.start({ databaseServer, env: { ENVIRONMENTS: 'development' } });
    path = join(service.dataDirectory, 'development', 'sealing-keys');
  }, 60_000);
  afterAll(() => service.dispose(), 30_000);

  it('are rotated, resealed under and retired while the service runs', async () => {
    await subscribe();
    const revoked = await subscribe();
    await admin().call('DELETE', `/v1/subscriptions/${revoked}`);
    const [old = ''] = await lines();
    const [, oldId = ''] = /([0-9a-f]{16}): 1 live subscription, seals/.exec(await operate('list')) ?? [];

    const said = await operate('rotate');
    const [newest = '', ...others] = await lines();
    expect(others).toEqual([old]);
    for (const secret of [newest, old]) expect(said).not.toContain(secret);
    await subscribe();
    const listed = await operate('list');
    expect(listed).toMatch(/: 1 live subscription, seals what is new\n.*: 1 live subscription\n$/);
    const newestId = /([0-9a-f]{16}):.*seals/.exec(listed)?.[1] ?? '';

    // As if the rotation had been a while ago.
    await utimes(path, new Date(0), new Date(0));
    expect(await failure('retire', newestId)).toEqual([
      1,
      `${newestId} seals what is new: npm run sealing-keys -- rotate comes first.\n`,
    ]);
    expect(await failure('retire', oldId)).toEqual([
      1,
      `1 live subscription depends on ${oldId}: npm run sealing-keys -- reseal comes first.\n`,
    ]);
    expect(await operate('reseal')).toContain(
      `the secrets of 1 live subscription were sealed under ${newestId}`,
    );
    expect(await operate('reseal')).toContain('the secrets of 0 live subscriptions were sealed');
    expect(await operate('retire', oldId)).toContain(`${oldId} is out of ${path}`);
    expect(await lines()).toEqual([newest]);
    const missing = await failure('retire', oldId);
    expect(missing[0]).toBe(1);
    expect(await operate('list')).toMatch(/: 2 live subscriptions, seals what is new\n$/);
  }, 120_000);

  it('are missed by the next start where one that is needed was lost, or the file', async () => {
    const content = await readFile(path, 'utf8');
    await service.end('SIGTERM');
    await writeFile(path, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    expect(await service.refusal()).toMatch(
      /^The sealing key file \S+ lacks the sealing key [0-9a-f]{16}, which 2 live subscriptions depend on; put its line back\.$/m,
    );
    await writeFile(path, 'no key\n');
    expect(await service.refusal()).toContain('must hold 32 bytes in base64 on every line.');
    await rm(path);
    expect(await service.refusal()).toContain(`The sealing key file ${path} is missing`);
    await writeFile(path, content);
    await service.begin();
    expect((await admin().get('/v1/subscriptions')).status).toBe(200);
  }, 120_000);

  it('are not operated by words that mean nothing', async () => {
    const [code, said] = await failure('list', 'everything');
    expect([code, said]).toEqual([
      1,
      'npm run sealing-keys -- list, rotate [environment], reseal, or retire <key id>.\n',
    ]);
  }, 30_000);
});
