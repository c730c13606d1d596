import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { TestService } from '../support/service.js';

describe('health and metrics', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  }, 60_000);
  afterAll(() => service.dispose(), 30_000);

  const ask = async (path: string) => {
    const answer = await fetch(`${service.adminUrl}${path}`);
    return { status: answer.status, text: await answer.text() };
  };

  /** A verification whose body is held back; `finish` sends it and answers what came. */
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

  it('are served beside the interface, and not by it', async () => {
    expect(await ask('/livez')).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    expect(await ask('/readyz')).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    const metrics = await ask('/metrics');
    for (const environment of ['development', 'production'])
      expect(metrics.text).toContain(
        `event_log_oldest_transaction_age_seconds{environment="${environment}"} `,
      );
    for (const path of ['/livez', '/readyz', '/metrics'])
      expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(404);
  });

  it('refuse a port that is taken with a sentence', async () => {
    const port = new URL(service.adminUrl).port;
    const second = await TestService.launch({
      env: { ADMIN_PORT: port, ENVIRONMENTS: 'development' },
    });
    const [code] = (await once(second.process, 'exit')) as [number];
    expect(code).toBe(1);
    expect(second.errors).toBe(`Port ${port} is taken; stop what listens there or set ADMIN_PORT.\n`);
    await second.dispose();
  }, 60_000);

  it('say that the service lives but takes no more work while it drains', async () => {
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
  }, 30_000);

  it('stay there, ready, while the database is away', async () => {
    service = await TestService.start({ dataDirectory: service.dataDirectory });
    const [{ pid } = { pid: 0 }] = await service.sql<{ pid: number }>(
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
    );
    process.kill(pid, 'SIGQUIT');
    await eventually(async () => {
      const metrics = await ask('/metrics');
      expect(metrics.status).toBe(200);
      expect(metrics.text).not.toContain('oldest_transaction_age_seconds{environment="development"}');
      expect(metrics.text).toContain('oldest_transaction_age_seconds{environment="production"}');
    });
    expect((await ask('/readyz')).status).toBe(200);
  }, 30_000);
});
