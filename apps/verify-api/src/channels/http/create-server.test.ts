import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Interaction } from '@service/history';
import { eventually } from '@service/testing';
import type { FastifyInstance } from 'fastify';
import type { AnswerParts } from './complete-answer.js';
import { RequestsUnderWay } from './bounds/requests-under-way.js';
import { SlowedRefusals } from './bounds/slowed-refusals.js';
import { UnreadAnswers } from './bounds/unread-answers.js';
import { createServer } from './create-server.js';
import type { GatewayRequest } from './gateway-request.js';
import type { Caller } from '../../admission/authentication/caller.js';
import { beginContext } from '../../interface/request-context.js';

let server: FastifyInstance | undefined;
afterEach(() => server?.close());

function open(
  underWay: RequestsUnderWay,
  unread = new UnreadAnswers(1_000_000),
  refusals: Pick<SlowedRefusals, 'slow'> = new SlowedRefusals(),
): FastifyInstance {
  const ignore = (): void => undefined;
  const parts = {
    underWay,
    refusals,
    unread,
    tracer: null,
    failures: { answered: ignore },
    measures: { answered: ignore },
    limits: { headers: () => ({}) },
    recorder: {
      record: (_: Interaction, _deadline: number, done: (durable: boolean) => void) => done(false),
    },
  } as unknown as AnswerParts;
  return (server = createServer(parts));
}

describe('the server', () => {
  it('refuses at once what is more than it may answer at a time, but not the log', async () => {
    const underWay = new RequestsUnderWay(1);
    const opened = open(underWay);
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    opened.get('/held', () => held.then(() => 'answered'));
    opened.get('/v1/log/development/checkpoint', () => 'a note');
    const first = opened.inject('/held');
    await eventually(() => expect(underWay.count).toBe(1));
    const refused = await opened.inject('/held');
    expect([refused.statusCode, refused.json<{ error: { code: string } }>().error.code]).toEqual([
      503,
      'service.unavailable',
    ]);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await opened.inject('/v1/log/development/checkpoint')).statusCode).toBe(200);
    release();
    expect((await first).statusCode).toBe(200);
    expect(underWay.count).toBe(0);
  });

  it('keeps no place for a refusal that waits', async () => {
    let answer = (): void => undefined;
    const slow = (_: string, later: () => void) => void (answer = later);
    const opened = open(new RequestsUnderWay(1), undefined, { slow });
    opened.get('/refused/:code', ({ params }, reply) =>
      reply.code(Number((params as { code: string }).code)).send(),
    );
    opened.get('/answered', () => 'answered');
    for (const code of [429, 401]) {
      const refused = opened.inject(`/refused/${code}`).then(({ statusCode }) => statusCode);
      expect((await opened.inject('/answered')).statusCode).toBe(200);
      answer();
      expect(await refused).toBe(code);
    }
    expect((await opened.inject('/refused/503')).statusCode).toBe(503);
  });

  it('keeps no body of a refusal that waits, be it the result of a tool', async () => {
    const waiting: (() => void)[] = [];
    const opened = open(new RequestsUnderWay(1), undefined, { slow: (_, later) => void waiting.push(later) });
    let held: GatewayRequest | undefined;
    opened.post('/tool', (request: GatewayRequest, reply) => {
      held = request;
      const caller = { actor: { type: 'link' } } as Caller;
      const operation = { name: 'records.verify', kind: 'verify' } as const;
      request.requestContext = beginContext(operation, {
        caller,
        channel: 'mcp',
        requireStillAdmitted: () => undefined,
      });
      request.requestContext.status = 429;
      return reply.send('{}');
    });
    const refused = opened.inject({ method: 'POST', url: '/tool', payload: { asked: 'x' } });
    await eventually(() => expect(waiting).toHaveLength(1));
    expect(held?.body).toBeUndefined();
    waiting[0]?.();
    await refused;
  });

  it('counts no request any more whose client has gone, once it is answered', async () => {
    const underWay = new RequestsUnderWay(2);
    const opened = open(underWay);
    let release = (): void => undefined;
    let gone: Promise<unknown> = Promise.resolve();
    opened.get('/held', (request) => {
      gone = once(request.raw.socket, 'close');
      return new Promise((done) => (release = () => done('answered')));
    });
    await opened.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((opened.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => expect(underWay.count).toBe(1));
    socket.destroy();
    await gone;
    release();
    await eventually(() => expect(underWay.count).toBe(0));
  });

  it('refuses an answer where its reader leaves others unread', async () => {
    const unread = new UnreadAnswers(40_000_000);
    const opened = open(new RequestsUnderWay(10), unread);
    const text = 'x'.repeat(9_000_000);
    opened.get('/long', (_request, reply) => reply.type('application/json').send(text));
    await opened.listen({ port: 0, host: '127.0.0.1' });
    const { port } = opened.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').pause();
    socket.write('GET /long HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => expect(unread.characters).toBe(text.length));
    const refused = await fetch(`http://127.0.0.1:${port}/long`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate.limited' } });
    socket.destroy();
    await eventually(() => expect(unread.characters).toBe(0));
    expect((await fetch(`http://127.0.0.1:${port}/long`)).status).toBe(200);
  });

  it('ends a stream in whose place it answers that the history is not kept', async () => {
    const opened = open(new RequestsUnderWay(1));
    const stream = new PassThrough();
    opened.get('/stream', (request: GatewayRequest, reply) => {
      const caller = { projectId: null, credentialId: 'opr_1', actor: { type: 'operator', id: 'opr_1' } };
      const known = {
        caller: caller as Caller,
        channel: 'console',
        requireStillAdmitted: () => undefined,
      } as const;
      request.requestContext = beginContext({ name: 'changes.follow', kind: 'read' }, known);
      return reply.send(stream);
    });
    expect((await opened.inject('/stream')).statusCode).toBe(503);
    expect(stream.destroyed).toBe(true);
  });
});
