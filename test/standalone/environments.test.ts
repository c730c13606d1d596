import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment } from '@service/contracts';
import { eventually } from '@service/testing';
import { Client } from '../support/client.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const START = { timeout: 60_000 };

/** Processes with a word in their command line, by what /proc tells of them. */
function processesWith(word: string, parent?: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state, of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const isOurs = words.includes(word) && words.some((each) => each.endsWith('environment-process.js'));
      return state !== 'Z' && isOurs && (parent === undefined || Number(of) === parent);
    } catch {
      return false;
    }
  });
}

const describeWithProc = process.platform === 'linux' ? describe : describe.skip;

describeWithProc('a service with two environments', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ databaseServer, env: { RATE_LIMIT: 'off' } });
  }, 120_000);
  afterAll(() => service.dispose(), 60_000);

  const processOf = (environment: Environment) =>
    processesWith(environment, service.process.pid)[0] as number;
  const as = (environment: Environment, role: 'verify' | 'audit' | 'admin' = 'verify') =>
    new Client(service, service.tokens[environment][role]);
  const currentOf = async (environment: Environment) => {
    const { status, body } = await as(environment).get('/v1/projects/current');
    return [status, body['environment'] as unknown];
  };
  const request = (environment: Environment, ...lines: string[]) =>
    [
      'GET /v1/projects/current HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${service.tokens[environment].verify}`,
      ...lines,
      '',
      '',
    ].join('\r\n');
  const exchange = async (text: string): Promise<string> => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (part: string) => (received += part)).on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return received;
  };

  it('answers for production, and that it lives, while development stands still', async () => {
    const development = processOf('development');
    process.kill(development, 'SIGSTOP');
    let isAnswered = false;
    const waiting = currentOf('development').finally(() => (isAnswered = true));
    try {
      for (let count = 0; count < 50; count += 1)
        expect(await currentOf('production')).toEqual([200, 'production']);
      expect((await fetch(`${service.adminUrl}/livez`)).status).toBe(200);
      expect((await fetch(`${service.adminUrl}/readyz`)).status).toBe(200);
      expect(isAnswered).toBe(false);
    } finally {
      process.kill(development, 'SIGCONT');
    }
    expect(await waiting).toEqual([200, 'development']);
  });

  it('answers each request of a connection for the environment of its own token', async () => {
    const order: Environment[] = ['production', 'development', 'development', 'production', 'development'];
    const text = order.map((environment) => request(environment)).join('');
    const answer = await exchange(text + request('production', 'Connection: close'));
    const answered = [...answer.matchAll(/"environment":"(\w+)"/g)].map(([, environment]) => environment);
    expect(answered).toEqual([...order, 'production']);
  });

  it('takes no client’s word for its address', async () => {
    const told = ['Service-Client-Address: 203.0.113.9', 'X-Forwarded-For: 203.0.113.8', 'Connection: close'];
    const answer = await exchange(request('production', ...told));
    const id = /service-request-id: (\w+)/i.exec(answer)?.[1] ?? '';
    const { body } = await as('production', 'audit').get(`/v1/interactions/${id}`);
    expect(body['address']).toBe('127.0.0.1');
  });

  it('reads no field of the connection as one of the request', async () => {
    const answer = await exchange(
      request('production', 'Connection: authorization', 'Keep-Alive: timeout=1') +
        request('development', 'Connection: close'),
    );
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  it('revokes a leaked token of any environment, wherever it is reported', async () => {
    const wanted = { name: 'Leaked', capabilities: ['verify'] };
    for (const environment of ['development', 'production'] as const) {
      const { body } = await as(environment, 'admin').post('/v1/credentials', wanted);
      const reported = await new Client(service).post('/v1/credentials/report-leak', [
        { token: body['token'] as string, type: 'x', url: 'https://a.example', source: 'content' },
      ]);
      expect(reported.status).toBe(202);
      await eventually(async () => {
        const { status } = await new Client(service, String(body['token'])).get('/v1/projects/current');
        expect(status).toBe(401);
      });
    }
  });

  it('shows the metrics of all of its processes', async () => {
    const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
    expect(text).toMatch(/^nodejs_eventloop_lag_max_seconds \S+$/m);
    for (const environment of ['development', 'production']) {
      expect(text).toMatch(
        new RegExp(`^nodejs_eventloop_lag_max_seconds\\{environment="${environment}"\\} \\S+$`, 'm'),
      );
    }
    expect(text.match(/^# TYPE nodejs_eventloop_lag_max_seconds /gm)).toHaveLength(1);
  });

  it('goes on with production when development is killed, and starts development again', async () => {
    const killed = processOf('development');
    process.kill(killed, 'SIGKILL');
    await eventually(() => expect(service.output + service.errors).toContain('ended with SIGKILL'));
    const { status, body } = await as('development').get('/v1/projects/current');
    if (status !== 200) expect([status, body['error'].code]).toEqual([503, 'service.unavailable']);
    expect(await currentOf('production')).toEqual([200, 'production']);
    await eventually(async () => expect(await currentOf('development')).toEqual([200, 'development']), START);
    expect(processOf('development')).not.toBe(killed);
  }, 90_000);

  it('leaves nothing behind that answers when it is killed', async () => {
    const own = [processOf('development'), processOf('production')];
    await service.end('SIGKILL');
    await eventually(() => {
      const left = [...processesWith('development'), ...processesWith('production')];
      expect(own.filter((pid) => left.includes(pid))).toEqual([]);
    });
    await service.begin();
    expect(await currentOf('production')).toEqual([200, 'production']);
  }, 90_000);

  it('drains when all of its processes are told to end at once', async () => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (part: string) => (received += part));
    const body = '{"record_id":"rec_missing"}';
    socket.write(
      [
        'POST /v1/records/verify HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${service.tokens.production.verify}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
        '',
        '',
      ].join('\r\n'),
    );
    await eventually(() => expect(received).toContain('100 Continue'));
    const waiting = as('development', 'admin').once.get('/v1/events?cursor=latest', { prefer: 'wait=10' });
    // Answered later than that other request is read.
    expect((await currentOf('development'))[0]).toBe(200);
    const own = [processOf('development'), processOf('production')];
    const ended = service.end('SIGTERM');
    for (const pid of own) process.kill(pid, 'SIGTERM');
    await eventually(async () => expect((await fetch(`${service.adminUrl}/readyz`)).status).toBe(503));
    socket.write(body);
    await once(socket, 'close');
    expect(received).toContain('"record.not_found"');
    const { status, body: page, headers } = await waiting;
    expect([status, page['data'], headers.get('preference-applied')]).toEqual([200, [], 'wait=10']);
    expect(await ended).toBe(0);
  }, 90_000);
});
