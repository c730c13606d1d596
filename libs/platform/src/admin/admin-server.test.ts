import { request } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createLogger } from '../logging/create-logger.js';
import { StartError } from '../start-error.js';
import { startAdminServer, type AdminServer } from './admin-server.js';
import { Health } from './health.js';
import { createMetrics } from '../metrics/index.js';

const logger = createLogger('silent');
const metrics = createMetrics(logger, 'development');

let health: Health;
let server: AdminServer;

beforeEach(async () => {
  health = new Health();
  server = await startAdminServer({ port: 0, health, metrics, logger });
});
afterEach(() => server.close());

async function ask(
  path: string,
  method = 'GET',
): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('the admin server', () => {
  it('reports that the process lives, even before it is ready', async () => {
    const { status, headers, text } = await ask('/livez?verbose');
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'ok' }]);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('reports whether the process is ready, and the reasons if not', async () => {
    health.addReadiness('records', () => 'The records view has not caught up.');
    health.markStarted();
    const { status, text } = await ask('/readyz');
    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      status: 'unavailable',
      checks: { records: 'The records view has not caught up.' },
    });
  });

  it('answers that a ready process is ready', async () => {
    health.markStarted();
    const { status, text } = await ask('/readyz');
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'ok' }]);
  });

  it('stays ready where something outside of the process is wrong, and names it', async () => {
    let warning: string | null = null;
    health.addWarning('feeds', () => warning);
    health.markStarted();
    expect(JSON.parse((await ask('/readyz')).text)).toEqual({ status: 'ok' });
    warning = 'Stale: records.';
    const { status, text } = await ask('/readyz');
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'ok', warnings: { feeds: warning } }]);
  });

  it('shows the metrics as Prometheus reads them', async () => {
    const { status, headers, text } = await ask('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toContain('process_cpu_seconds_total');
  });

  it('keeps the connection of who asks every minute', async () => {
    expect((await ask('/livez')).headers.get('keep-alive')).toBe('timeout=65');
  });

  it('answers HEAD as GET, without the text', async () => {
    const { status, headers, text } = await ask('/readyz', 'HEAD');
    expect([status, text]).toEqual([503, '']);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('has no other page, and no other method', async () => {
    expect((await ask('/livez/')).status).toBe(404);
    const { status, headers } = await ask('/readyz', 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('answers 500 when the metrics fail', async () => {
    const broken = { ...metrics, collect: async () => Promise.reject(new Error('it broke')) };
    const other = await startAdminServer({ port: 0, health, metrics: broken, logger });
    expect((await fetch(`http://127.0.0.1:${other.port}/metrics`)).status).toBe(500);
    await other.close();
  });

  it.each([
    ['localhost:3001', 200],
    ['127.0.0.1', 200],
    ['[::1]:3001', 200],
    ['192.0.2.1:3001', 200],
    [`${hostname()}:3001`, 200],
    ['evil.example:3001', 421],
    ['localhost.evil.example', 421],
    ['127.0.0.1.evil.example', 421],
  ])(
    'tells a page of another site nothing, whose name leads to this machine: %j is %i',
    async (host, status) => {
      const statusOf = (port: number) =>
        new Promise((resolve, reject) => {
          const asked = request({ port, path: '/metrics', headers: { host } }, (answer) =>
            resolve(answer.resume().statusCode),
          );
          asked.on('error', reject).end();
        });
      expect(await statusOf(server.port)).toBe(status);
      const open = await startAdminServer({ host: '::', port: 0, health, metrics, logger });
      expect(await statusOf(open.port)).toBe(status);
      await open.close();
    },
  );

  it('is for this machine alone, unless it is given another address', async () => {
    // All of 127.0.0.0/8 is this machine; only a server that listens on every address is found there.
    const elsewhere = (port: number) => fetch(`http://127.0.0.2:${port}/livez`);
    await expect(elsewhere(server.port)).rejects.toThrow();
    const open = await startAdminServer({ host: '0.0.0.0', port: 0, health, metrics, logger });
    expect((await elsewhere(open.port)).status).toBe(200);
    expect(open.url).toBe(`http://0.0.0.0:${open.port}`);
    await open.close();
  });

  it('refuses to start on a taken port, in one sentence', async () => {
    const second = startAdminServer({ port: server.port, health, metrics, logger });
    await expect(second).rejects.toBeInstanceOf(StartError);
    await expect(second).rejects.toThrow(
      `Port ${server.port} is taken; stop what listens there or set ADMIN_PORT.`,
    );
  });

  it('closes at once, even with open connections', async () => {
    const socket = connect(server.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined).write('GET /livez HTTP/1.1\r\n');
    await server.close();
    await ended;
    await expect(ask('/livez')).rejects.toThrow();
    server = await startAdminServer({ port: 0, health, metrics, logger });
  });
});
