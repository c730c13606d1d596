import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const COMMAND = 'verify-api/dist/commands/pepper.js';

describe('the pepper of a service', () => {
  let service: TestService;
  let path: string;
  const lines = async () => (await readFile(path, 'utf8')).trim().split('\n');
  const statusOf = async (token: string) =>
    (await new Client(service, token).get('/v1/projects/current')).status;
  const issue = async () => {
    const admin = new Client(service, service.tokens.development.admin);
    const { body } = await admin.post('/v1/credentials', { name: 'A test', capabilities: ['read'] });
    return { id: String(body['id']), token: String(body['token']) };
  };

  beforeAll(async () => {
    service = await TestService.start({ databaseServer, env: { ENVIRONMENTS: 'development' } });
    path = join(service.dataDirectory, 'development', 'pepper');
  }, 60_000);
  afterAll(() => service.dispose(), 30_000);

  it('is rotated by a command that keeps the old one, and tokens of both work after a restart', async () => {
    const before = await issue();
    const [old] = await lines();
    const said = await service.command(COMMAND, 'rotate', 'development');
    const [newest, ...others] = await lines();
    expect(others).toEqual([old]);
    expect(newest).toMatch(/^[\w-]{43}$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(said).toContain('Restart the service');
    for (const secret of [newest, old]) expect(said).not.toContain(secret);

    await service.end('SIGTERM');
    await service.begin();
    const after = await issue();
    expect(await Promise.all([before, after].map(({ token }) => statusOf(token)))).toEqual([200, 200]);
  }, 60_000);

  it('is listed with the credentials that depend on each, while the service runs', async () => {
    const listed = await service.command(COMMAND, 'list');
    expect(listed).toMatch(
      /^development: .*pepper\n {2}[0-9a-f]{16}: 1 live credential, seals what is new\n {2}[0-9a-f]{16}: 6 live credentials\n/,
    );
    for (const secret of await lines()) expect(listed).not.toContain(secret);
  }, 30_000);

  it('is missed by the next start where its line was lost, with a sentence that says which', async () => {
    const [newest = '', old = ''] = await lines();
    const listed = await service.command(COMMAND, 'list');
    const oldId = /([0-9a-f]{16}): 6/.exec(listed)?.[1];
    await service.end('SIGTERM');
    await writeFile(path, `${newest}\n`);
    expect(await service.refusal()).toBe(
      `The pepper file ${path} lacks the pepper ${oldId}, which 6 live credentials depend on; put its line back.\n`,
    );
    await writeFile(path, `${newest}\n${old}\n`);
    await service.begin();
    expect(await statusOf(service.tokens.development.read)).toBe(200);
  }, 120_000);

  it('is never made anew where there are credentials', async () => {
    const content = await readFile(path, 'utf8');
    await service.end('SIGTERM');
    await rm(path);
    expect(await service.refusal()).toContain(`The pepper file ${path} is missing`);
    await expect(stat(path)).rejects.toThrow('ENOENT');
    await writeFile(path, content);
  }, 60_000);
});
