import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TestService } from '../support/service.js';

// Most tests start a process.
jest.setTimeout(30_000);

const run = promisify(execFile);

describe('the first start', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  }, 60_000);
  afterAll(() => service.dispose(), 30_000);

  it('prints a line that verifies the example record, and no token', async () => {
    const line = service.output.split('\n').find((each) => each.startsWith('curl')) ?? '';
    for (const token of Object.values(service.tokens.development))
      expect(service.output).not.toContain(token);
    const { stdout } = await run('bash', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({
      record: { id: 'rec_example', state: 'active', version: 1 },
      evidence: { provenance: { verified: true } },
    });
  });

  it('writes five tokens for each environment into a file that only its owner can read', async () => {
    const { mode } = await stat(join(service.dataDirectory, 'bootstrap.json'));
    expect(mode & 0o777).toBe(0o600);
    const roles = ['operator', 'admin', 'verify', 'read', 'audit'];
    expect(Object.keys(service.tokens.development)).toEqual(roles);
    expect(Object.keys(service.tokens.production)).toEqual(roles);
    expect(service.tokens.development.audit).toMatch(/^svc_audit_dev_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}$/);
    expect(service.tokens.production.operator).toMatch(/^svc_op_prod_/);
  });

  it('refuses a second service on the same data directory with a sentence', async () => {
    const second = await TestService.launch({ dataDirectory: service.dataDirectory });
    const [code] = (await once(second.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.errors).toContain(service.dataDirectory);
    expect(second.errors.trim().split('\n')).toHaveLength(1);
  });

  it('stops cleanly, and a second start finds everything as it was', async () => {
    const { tokens, dataDirectory } = service;
    expect(await service.end('SIGTERM')).toBe(0);
    service = await TestService.start({ dataDirectory });
    expect(service.tokens).toEqual(tokens);
    const [{ count } = { count: '' }] = await service.sql<{ count: string }>(
      'SELECT count(*) FROM credential_authority.events',
    );
    // A project, five credentials, the example's authority, and the keys for elements and answers.
    expect(Number(count)).toBe(9);
  });

  it('adopts the database servers that kill -9 left behind', async () => {
    const { dataDirectory } = service;
    const before = service.databaseUrl();
    await service.end('SIGKILL');
    service = await TestService.start({ dataDirectory });
    expect(service.databaseUrl()).toBe(before);
  });

  it.each([
    ['PORT', 'abc'],
    ['ENVIRONMENTS', 'staging'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL_PRODUCTION', 'mysql://secret@nowhere'],
  ])('refuses %s=%s with a sentence that names it', async (name, value) => {
    const broken = await TestService.launch({ dataDirectory: service.dataDirectory, env: { [name]: value } });
    const [code] = (await once(broken.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(broken.errors).toContain(name);
    expect(broken.errors).not.toContain('secret');
    expect(broken.errors).not.toContain('    at ');
  });
});
