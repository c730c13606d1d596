import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENVIRONMENTS, type Environment } from '@service/contracts';
import { eventually } from '@service/testing';
import { Client } from '../support/client.js';
import { processOf, processesOn } from '../support/processes-on.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const START = { timeout: 60_000 };

const describeWithProc = process.platform === 'linux' ? describe : describe.skip;

describeWithProc('a service with two environments', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ databaseServer, env: { RATE_LIMIT: 'off' } });
  }, 120_000);
  afterAll(() => service.dispose(), 60_000);

  const pidOf = (environment: Environment) => processOf(environment, Number(service.process.pid));
  const as = (environment: Environment, role: 'verify' | 'admin' = 'verify') =>
    new Client({ baseUrl: service.urlOf(environment) }, service.tokens[environment][role]);
  const currentOf = async (environment: Environment) => {
    const { status, body } = await as(environment).get('/v1/projects/current');
    return [status, body['environment'] as unknown];
  };

  it('answers for production while development stands still', async () => {
    const development = pidOf('development');
    process.kill(development, 'SIGSTOP');
    let isAnswered = false;
    const waiting = currentOf('development').finally(() => (isAnswered = true));
    try {
      for (let count = 0; count < 50; count += 1)
        expect(await currentOf('production')).toEqual([200, 'production']);
      const [, production] = service.adminUrls;
      for (const path of ['/livez', '/readyz'])
        expect((await fetch(`${production}${path}`)).status).toBe(200);
      expect(isAnswered).toBe(false);
    } finally {
      process.kill(development, 'SIGCONT');
    }
    expect(await waiting).toEqual([200, 'development']);
  });

  it('shows the metrics of each at its own address', async () => {
    for (const [index, environment] of ENVIRONMENTS.entries()) {
      const text = await (await fetch(`${service.adminUrls[index]}/metrics`)).text();
      const named = new Set([...text.matchAll(/[{,]environment="(\w+)"/g)].map(([, name]) => name));
      expect([...named]).toEqual([environment]);
    }
  });

  it('delivers no event of development to a port of production', async () => {
    const { port: admin } = new URL(service.adminUrls[1] ?? '');
    for (const url of [service.urlOf('production'), `http://127.0.0.1:${admin}`]) {
      const { status, body } = await as('development', 'admin').post('/v1/subscriptions', {
        endpoint: url.replace('127.0.0.1', 'localhost'),
        categories: ['record'],
      });
      expect([status, body['error']?.code]).toEqual([422, 'subscription.endpoint_not_allowed']);
    }
  });

  it('goes on with production when development is killed, and starts development again', async () => {
    const killed = pidOf('development');
    process.kill(killed, 'SIGKILL');
    expect(await currentOf('production')).toEqual([200, 'production']);
    await eventually(() => expect(service.errors).toContain('ended with SIGKILL'));
    await eventually(async () => expect(await currentOf('development')).toEqual([200, 'development']), START);
    expect(pidOf('development')).not.toBe(killed);
  }, 90_000);

  it('leaves nothing behind when its supervisor is killed', async () => {
    await service.end('SIGKILL');
    await eventually(() => expect(processesOn(service.dataDirectory)).toEqual([]), START);
    await service.begin();
    expect(await currentOf('production')).toEqual([200, 'production']);
  }, 90_000);

  it('drains when all of its processes are told to end at once', async () => {
    const socket = connect(Number(new URL(service.urlOf('production')).port), '127.0.0.1').setEncoding(
      'utf8',
    );
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
    const own = ENVIRONMENTS.map(pidOf);
    const ended = service.end('SIGTERM');
    for (const pid of own) process.kill(pid, 'SIGTERM');
    await eventually(async () => expect((await fetch(`${service.adminUrls[1]}/readyz`)).status).toBe(503));
    socket.write(body);
    await once(socket, 'close');
    expect(received).toContain('"record.not_found"');
    const { status, body: page, headers } = await waiting;
    expect([status, page['data'], headers.get('preference-applied')]).toEqual([200, [], 'wait=10']);
    expect(await ended).toBe(0);
  }, 90_000);
});
