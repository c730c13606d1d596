import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drivers } from '../support/driver.js';
import { openFixture, register } from '../support/fixtures.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const run = promisify(execFile);

interface Sbom {
  components: { name: string }[];
}

describe('the files of the image, in a folder without any others', () => {
  let folder: string;
  let service: TestService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'image-'));
    await run(process.execPath, ['scripts/image-files.mjs', folder]);
    const main = join(folder, 'dist/standalone/main.js');
    const env = { ENVIRONMENT: 'development' };
    service = new TestService({ env, databaseServer }, { ...drivers.standalone, main });
    await service.begin();
  }, 120_000);
  afterAll(async () => {
    await service?.dispose();
    await rm(folder, { recursive: true });
  });

  it('register and verify', async () => {
    const { admin, verifier, authorityId } = await openFixture(service);
    const record_id = await register(admin, authorityId);
    const { text } = await verifier.post('/v1/records/verify', { record_id });
    expect(text).toContain('"result":"passed"');
    const endpoint = 'http://127.0.0.1:4000/';
    expect((await admin.post('/v1/subscriptions', { endpoint, categories: ['record'] })).status).toBe(201);
  });

  it.each([
    ['/docs', 200],
    ['/console/development/', 200],
    ['/v1/openapi.json', 200],
    ['/mcp', 405],
  ])('have what %s needs', async (path, status) => {
    expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(status);
  });

  it('name the packages that they contain, and no others, in an SBOM', async () => {
    const sbom = JSON.parse(await readFile(join(folder, 'sbom.json'), 'utf8')) as Sbom;
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'typeorm', 'kafkajs', 'pino', 'react']));
    for (const builder of ['jest', 'rolldown', 'typescript', 'node']) expect(names).not.toContain(builder);
    const inFolder = await readdir(join(folder, 'node_modules'));
    expect(names).toEqual(expect.arrayContaining(inFolder.filter((name) => !name.startsWith('@'))));
  });

  it('run commands', async () => {
    const command = join(folder, 'dist/verify-api/commands/scrub.js');
    const { stdout } = await run(process.execPath, [command], { env: service.environment() });
    expect(stdout).toContain('development: 0 differences');
  });
});
