import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { documentedMetrics, exportedMetrics } from '../support/documented-metrics.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService, type Tokens } from '../support/service.js';

// Most tests start a process.

const run = promisify(execFile);

describe('a service from its first start on', () => {
  let service: TestService;
  let tokens: Tokens;
  beforeAll(async () => {
    service = await TestService.start();
    tokens = service.tokens;
  }, 120_000);
  afterAll(() => service.dispose(), 60_000);

  const ask = async (path: string, adminUrl = service.adminUrl) => {
    const answer = await fetch(`${adminUrl}${path}`);
    return { status: answer.status, text: await answer.text() };
  };

  /** A verification with a delayed body; `finish` sends it and returns the answer. */
  const heldVerification = async () => {
    const body = '{"record_id":"rec_example"}';
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = [
      'POST /v1/records/verify HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${service.tokens.development.verify}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data'); // The service asks for the body.
    return {
      async finish(): Promise<string> {
        socket.write(body);
        return text(socket);
      },
    };
  };

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

  it('serves health and metrics beside the interface, and not by it', async () => {
    expect(await ask('/livez')).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    expect(await ask('/readyz')).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    const metrics = await ask('/metrics');
    expect(metrics.text).toContain(
      'rvs_event_log_oldest_transaction_age_seconds{environment="development"} ',
    );
    expect(exportedMetrics(metrics.text)).toEqual(documentedMetrics().always);
    for (const path of ['/livez', '/readyz', '/metrics'])
      expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(404);
  });

  it.each([
    ['PORT', () => service.baseUrl, 0, { ENVIRONMENT: 'development' }, ''],
    // The ports of production are 100 above those of development.
    ['ADMIN_PORT', () => service.adminUrl, 100, {}, 'production: '],
  ])('refuses a %s that is taken with a sentence', async (setting, address, below, env, told) => {
    const { port } = new URL(address());
    const second = new TestService({ databaseServer });
    const asked = String(Number(port) - below);
    expect(await second.refusal({ [setting]: asked, ...env })).toBe(
      `${told}Port ${port} is taken; stop what listens there or set ${setting}.\n`,
    );
    await second.dispose();
  });

  it('says while it drains that it lives but takes no more work, and stops cleanly', async () => {
    const held = await heldVerification();
    const ended = service.end('SIGTERM');
    await eventually(async () => {
      const { status, text } = await ask('/readyz');
      expect([status, text]).toEqual([
        503,
        '{"status":"unavailable","checks":{"stage":"The process is stopping."}}\n',
      ]);
    });
    expect((await ask('/livez')).status).toBe(200);
    await expect(fetch(service.baseUrl)).rejects.toThrow();
    expect(await held.finish()).toContain('"verified":true');
    expect(await ended).toBe(0);
  });

  it('finds everything as it was when it is started again', async () => {
    service = await TestService.start({ dataDirectory: service.dataDirectory });
    expect(service.tokens).toEqual(tokens);
    const [{ count } = { count: '' }] = await service.sql<{ count: string }>(
      'SELECT count(*) FROM credential_authority.events',
    );
    // A project, five credentials, the example's authority, and the keys for elements and answers.
    expect(Number(count)).toBe(9);
  });

  it('stays alive and ready while a database is away', async () => {
    const [{ pid } = { pid: 0 }] = await service.sql<{ pid: number }>(
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
    );
    process.kill(pid, 'SIGQUIT');
    await eventually(async () => {
      const metrics = await ask('/metrics');
      expect(metrics.status).toBe(200);
      expect(metrics.text).not.toContain('oldest_transaction_age_seconds{');
      const others = await ask('/metrics', service.adminUrls[1]);
      expect(others.text).toContain('oldest_transaction_age_seconds{');
    });
    expect((await ask('/readyz')).status).toBe(200);
  });

  it.each([
    ['ENVIRONMENTS', 'staging'],
    ['DATABASE_URL', 'mysql://secret@nowhere'],
  ])('refuses %s=%s with a sentence that names it', async (name, value) => {
    const broken = await TestService.launch({ dataDirectory: service.dataDirectory, env: { [name]: value } });
    const [code] = (await once(broken.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(broken.errors).toContain(name);
    expect(broken.errors).not.toContain('secret');
    expect(broken.errors).not.toContain('    at ');
  });
});
