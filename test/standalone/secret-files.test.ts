import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from '../support/client.js';
import { issue } from '../support/fixtures.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const PEPPER = 'verify-api/commands/pepper.js';
const SEALING = 'webhook-dispatcher/commands/sealing-keys.js';

// Most tests start a process, or a few.
jest.setTimeout(120_000);

describe('a service with files of secrets', () => {
  let service: TestService;
  let pepper: string;
  let sealing: string;
  const lines = async (path: string) => (await readFile(path, 'utf8')).trim().split('\n');
  const admin = () => new Client(service, service.tokens.development.admin);
  const statusOf = async (token: string) =>
    (await new Client(service, token).get('/v1/projects/current')).status;
  const subscribe = async () => {
    const wanted = { endpoint: 'https://receiver.example/events', categories: ['record'] };
    return String((await admin().post('/v1/subscriptions', wanted)).body['id']);
  };
  const seal = (...words: string[]) => service.command(SEALING, ...words);
  const failureOf = (...words: string[]) =>
    seal(...words).then(
      () => {
        throw new Error('It did not fail.');
      },
      (error: { code: number; stderr: string }) => [error.code, error.stderr],
    );

  beforeAll(async () => {
    service = await TestService.start({ databaseServer, env: { ENVIRONMENT: 'development' } });
    const directory = join(service.dataDirectory, 'development');
    [pepper, sealing] = [join(directory, 'pepper'), join(directory, 'sealing-keys')];
  });
  afterAll(() => service.dispose());

  it('has its sealing keys rotated, its secrets reencrypted and old keys retired while it runs', async () => {
    await subscribe();
    const revoked = await subscribe();
    await admin().post(`/v1/subscriptions/${revoked}/revoke`, { reason: 'r' });
    const [old = ''] = await lines(sealing);
    const [, oldId = ''] = /([0-9a-f]{16}): 1 live subscription, used for/.exec(await seal('list')) ?? [];

    const said = await seal('rotate');
    const [newest = '', ...others] = await lines(sealing);
    expect(others).toEqual([old]);
    for (const secret of [newest, old]) expect(said).not.toContain(secret);
    await subscribe();
    const listed = await seal('list');
    expect(listed).toMatch(/: 1 live subscription, used for new secrets\n.*: 1 live subscription\n$/);
    const newestId = /([0-9a-f]{16}):.*used for/.exec(listed)?.[1] ?? '';

    // As if the rotation had been a while ago.
    await utimes(sealing, new Date(0), new Date(0));
    expect(await failureOf('retire', newestId)).toEqual([
      1,
      `${newestId} encrypts new secrets: npm run sealing-keys -- rotate comes first.\n`,
    ]);
    expect(await failureOf('retire', oldId)).toEqual([
      1,
      `1 live subscription depends on ${oldId}: npm run sealing-keys -- reseal comes first.\n`,
    ]);
    expect(await seal('reseal')).toContain(
      `the secrets of 1 live subscription were encrypted under ${newestId}`,
    );
    expect(await seal('reseal')).toContain('the secrets of 0 live subscriptions were encrypted');
    expect(await seal('retire', oldId)).toContain(`${oldId} was removed from ${sealing}`);
    expect(await lines(sealing)).toEqual([newest]);
    const missing = await failureOf('retire', oldId);
    expect(missing[0]).toBe(1);
    expect(await seal('list')).toMatch(/: 2 live subscriptions, used for new secrets\n$/);
  });

  it('has them operated by no words that mean nothing', async () => {
    const [code, said] = await failureOf('list', 'everything');
    expect([code, said]).toEqual([
      1,
      'npm run sealing-keys -- list, rotate [environment], reseal, or retire <key id>.\n',
    ]);
  });

  it('has its pepper rotated by a command that keeps the old one, and takes tokens of both after a restart', async () => {
    const { token: before } = await issue(admin());
    const [old] = await lines(pepper);
    const said = await service.command(PEPPER, 'rotate', 'development');
    const [newest, ...others] = await lines(pepper);
    expect(others).toEqual([old]);
    expect(newest).toMatch(/^[\w-]{43}$/);
    expect((await stat(pepper)).mode & 0o777).toBe(0o600);
    expect(said).toContain('Restart the service');
    for (const secret of [newest, old]) expect(said).not.toContain(secret);

    await service.end('SIGTERM');
    await service.begin();
    const { token: after } = await issue(admin());
    expect(await Promise.all([before, after].map(statusOf))).toEqual([200, 200]);
  });

  it('lists its peppers with the credentials that depend on each, while it runs', async () => {
    const listed = await service.command(PEPPER, 'list');
    expect(listed).toMatch(
      /^development: .*pepper\n {2}[0-9a-f]{16}: 1 live credential, used for new secrets\n {2}[0-9a-f]{16}: 6 live credentials\n/,
    );
    for (const secret of await lines(pepper)) expect(listed).not.toContain(secret);
  });

  describe('does not start', () => {
    let oldId: string | undefined;
    beforeAll(async () => {
      oldId = /([0-9a-f]{16}): 6/.exec(await service.command(PEPPER, 'list'))?.[1];
      await service.end('SIGTERM');
    });

    it('where a pepper was lost that is needed, with a sentence that says which', async () => {
      const [newest = '', old = ''] = await lines(pepper);
      await writeFile(pepper, `${newest}\n`);
      expect(await service.refusal()).toBe(
        `The pepper file ${pepper} lacks the pepper ${oldId}, which 6 live credentials depend on; put its line back.\n`,
      );
      await writeFile(pepper, `${newest}\n${old}\n`);
    });

    it('on a new pepper where there are credentials', async () => {
      const content = await readFile(pepper, 'utf8');
      await rm(pepper);
      expect(await service.refusal()).toContain(`The pepper file ${pepper} is missing`);
      await expect(stat(pepper)).rejects.toThrow('ENOENT');
      await writeFile(pepper, content);
    });

    it('where a sealing key was lost that is needed, or the file', async () => {
      const content = await readFile(sealing, 'utf8');
      await writeFile(sealing, `${Buffer.alloc(32, 7).toString('base64')}\n`);
      expect(await service.refusal()).toMatch(
        /^The sealing key file \S+ lacks the sealing key [0-9a-f]{16}, which 2 live subscriptions depend on; put its line back\.$/m,
      );
      await writeFile(sealing, 'no key\n');
      expect(await service.refusal()).toContain('must hold 32 bytes in base64 on every line.');
      await rm(sealing);
      expect(await service.refusal()).toContain(`The sealing key file ${sealing} is missing`);
      await writeFile(sealing, content);
    });

    it('until all is there again', async () => {
      await service.begin();
      expect(await statusOf(service.tokens.development.read)).toBe(200);
      expect((await admin().get('/v1/subscriptions')).status).toBe(200);
    });
  });
});
