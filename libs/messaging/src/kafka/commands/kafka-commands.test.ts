import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UnavailableError } from '@service/contracts';
import { createLogger } from '@service/platform/logging';
import { eventually } from '@service/testing';
import { temporaryFolder } from '@service/testing/fixtures';
import { CommandHandlers } from '../../commands/command-handlers.js';
import { newCommand } from '../../commands/new-command.js';
import { garbled } from '../../testing/arrived.js';
import { FakeKafka } from '../../testing/fake-kafka.js';
import { FakeTracer, SPAN_CONTEXT } from '../../testing/fake-tracer.js';
import type { Message } from '../connection/port.js';
import { MessageAuthentication } from '../authentication/message-authentication.js';
import { UnauthenticatedMessages } from '../authentication/unauthenticated-messages.js';
import { KafkaNames } from '../kafka-names.js';
import { CommandsUnderWay } from './commands-under-way.js';
import { KafkaCommandClient } from './kafka-command-client.js';
import { KafkaServer } from './kafka-server.js';

const names = new KafkaNames('', 'development');
const logger = createLogger('silent');
const unauthenticated = new UnauthenticatedMessages(logger);
const PROJECTS = names.commands('project');

let directory: string;
let kafka: FakeKafka;
let client: KafkaCommandClient;
let server: KafkaServer;
let handled: unknown[];
let tracer: FakeTracer;
let replyKeys: MessageAuthentication;
let gatewayKeys: MessageAuthentication;

/** A gateway and an owner with the same key files, as in one data directory. */
beforeEach(async () => {
  directory = temporaryFolder();
  kafka = new FakeKafka();
  const settings = {
    environment: 'development',
    dataDirectory: directory,
    commandKeysFiles: {},
    eventKeysFiles: {},
  } as const;
  const gateway = await MessageAuthentication.read('verify_api', settings, unauthenticated);
  replyKeys = await MessageAuthentication.read('record_store', settings, unauthenticated);
  const owner = await MessageAuthentication.read('credential_authority', settings, unauthenticated);
  gatewayKeys = gateway;
  client = new KafkaCommandClient({ kafka, names, authentication: gateway, logger });
  tracer = new FakeTracer();
  handled = [];
  const project = async (command: unknown) => {
    handled.push(command);
    return { version: handled.length };
  };
  server = new KafkaServer({
    kafka,
    names,
    app: 'credential-authority',
    commands: owner.commands('credential_authority'),
    replies: owner.replies('credential_authority'),
    logger,
    handlers: new CommandHandlers({ project }, { logger, tracer }),
  });
  await client.start();
  await server.start();
});
afterEach(async () => {
  await Promise.all([client.close(), server.close()]);
});

const command = () =>
  newCommand(
    'project.create',
    { name: 'A project' },
    { key: 'prj_1', project_id: 'prj_1', issued_by: 'crd_1' },
  );

/** Sends a command; answers its message, which is not delivered yet, and the awaited reply. */
async function sent(given = command()): Promise<{
  message: ReturnType<FakeKafka['sentTo']>[number];
  reply: Promise<unknown>;
}> {
  const reply = client.send(given);
  const message = await eventually(() => {
    const [found] = kafka.sentTo(PROJECTS);
    if (found === undefined) throw new Error('It is not sent.');
    return found;
  });
  return { message, reply };
}

const replied = () =>
  eventually(() => kafka.sentTo(names.replies).at(-1) ?? Promise.reject(new Error('none')));

describe('commands over Kafka', () => {
  it('are handled and answered where both have the same keys', async () => {
    const { message, reply } = await sent();
    await kafka.deliver(PROJECTS, [message]);
    await kafka.deliver(names.replies, [await replied()]);
    expect(await reply).toEqual({ version: 1 });
  });

  it('bring the trace of their request, which the owner continues', async () => {
    const trace = { traceparent: '00-1-1-01', tracestate: 'vendor=1' };
    const { message, reply } = await sent({ ...command(), ...trace });
    await kafka.deliver(PROJECTS, [message]);
    await kafka.deliver(names.replies, [await replied()]);
    await reply;
    expect(tracer.begun).toMatchObject([{ start: { name: 'handle project.create' }, before: trace }]);
    expect([handled, tracer.ends]).toMatchObject([[SPAN_CONTEXT], [null]]);
  });

  it('are neither handled nor answered where they are forged, and block nothing behind them', async () => {
    const { message, reply } = await sent();
    const text = String(message.value);
    const forged = [
      garbled(message, { offset: '1' }, { mac: undefined }),
      garbled(message, { offset: '2', value: Buffer.from(text.replace('A project', 'My project')) }),
      garbled(message, {
        offset: '3',
        value: Buffer.from(text.replace('"issued_by":"crd_1"', '"issued_by":"crd_2"')),
      }),
      garbled(message, { offset: '4' }, { reply_to: Buffer.from('intruder/0') }),
      garbled(message, { offset: '5', key: Buffer.from('prj_2') }),
    ];
    await kafka.deliver(PROJECTS, [...forged, { ...message, offset: '6' }]);
    await kafka.deliver(names.replies, [await replied()]);
    expect(await reply).toEqual({ version: 1 });
    expect(handled).toHaveLength(1);
    expect(kafka.sentTo(names.replies)).toHaveLength(1);
    expect(kafka.sentTo(names.deadLetters)).toEqual([]);
    expect(kafka.resolved.get(`${PROJECTS}/0`)).toBe('6');
  });

  it('are not sent any more once their deadline has passed', async () => {
    const slow = new FakeKafka();
    const writer = slow.writer();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    slow.writer = () => ({ ...writer, send: (messages) => held.then(() => writer.send(messages)) });
    const sender = new KafkaCommandClient({ kafka: slow, names, authentication: gatewayKeys, logger });
    const late = { ...command(), deadline: Date.now() - 1 };
    void sender.send(command()).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(sender.send(late)).rejects.toMatchObject({ code: 'service.unavailable' });
    void sender.send(command()).catch(() => undefined);
    release();
    await eventually(() => expect(slow.sentTo(PROJECTS)).toHaveLength(2));
  });

  it('of one project are with their owner in a number that others need not wait for', async () => {
    const send = (project_id: string) =>
      client.send({ ...command(), project_id, deadline: Date.now() + 500 }).catch(() => undefined);
    for (let count = 0; count < 1_000; count += 1) void send('prj_1');
    void send('prj_2');
    const projects = await eventually(() => {
      const sentOnes = kafka
        .sentTo(PROJECTS)
        .map(({ value }) => JSON.parse(String(value)).project_id as string);
      expect(sentOnes).toContain('prj_2');
      return sentOnes;
    });
    expect(projects.length).toBeLessThan(200);
  });

  it('are refused once those that the broker does not take fill their memory, until it lets go of them', async () => {
    const away = new FakeKafka();
    const writer = away.writer();
    let fail: (error: Error) => void = () => undefined;
    const held = new Promise<void>((_, reject) => (fail = reject));
    away.writer = () => ({ ...writer, send: () => held });
    const underWay = new CommandsUnderWay(65_536);
    const sender = new KafkaCommandClient({
      kafka: away,
      names,
      authentication: gatewayKeys,
      logger,
      underWay,
    });
    const refused: unknown[] = [];
    const send = (project_id: string | null, lives = 100) =>
      sender.send({ ...command(), project_id, deadline: Date.now() + lives });
    const ends = Array.from({ length: 200 }, (_, at) =>
      send(`prj_${at % 3}`).catch((error: unknown) => void refused.push(error)),
    );
    await Promise.all(ends);
    const causes = refused.map((error) => (error instanceof UnavailableError ? error.why.cause : 'none'));
    expect(new Set(causes)).toEqual(new Set(['command_not_answered', 'too_many_commands']));
    expect(causes.filter((cause) => cause === 'command_not_answered').length).toBeLessThan(64);
    // Nobody waits for them any more, but they are still in memory.
    await expect(send('prj_4')).rejects.toMatchObject({ why: { cause: 'too_many_commands' } });
    fail(new Error('The broker is away.'));
    const late = { why: { cause: 'command_not_sent' } };
    await eventually(() => expect(send('prj_4', 8_000)).rejects.toMatchObject(late));
  });

  it('are refused where no broker takes them, and those beside them are sent', async () => {
    const broker = new FakeKafka();
    const writer = broker.writer();
    const isRefused = ({ value }: Message) => Buffer.byteLength(value ?? '') > 1_048_588;
    broker.writer = () => ({
      ...writer,
      async send(sent) {
        if (sent.some(({ messages }) => messages.some(isRefused))) throw new Error('MESSAGE_TOO_LARGE');
        await writer.send(sent);
      },
    });
    const sender = new KafkaCommandClient({ kafka: broker, names, authentication: gatewayKeys, logger });
    const send = (name: string, project_id: string) =>
      sender.send({ ...command(), payload: { name }, project_id, deadline: Date.now() + 500 });
    const ends = await Promise.allSettled([
      send('first', 'prj_2'),
      send('x'.repeat(1_048_588), 'prj_1'),
      send('beside it', 'prj_2'),
    ]);
    const causes = ends.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : null));
    const unanswered = { why: { cause: 'command_not_answered' } };
    expect(causes).toMatchObject([unanswered, { code: 'request.too_large' }, unanswered]);
    expect(broker.sentTo(PROJECTS)).toHaveLength(2);
  });

  it('reach no other topic and no other owner', async () => {
    const { message, reply } = await sent();
    await kafka.deliver(names.commands('credential'), [message]);
    const other = replyKeys.commands('record_store');
    expect(other.objectionTo({ topic: PROJECTS, partition: 0 }, message)).toBe('unknown_key');
    expect(handled).toEqual([]);
    await kafka.deliver(PROJECTS, [message]);
    await kafka.deliver(names.replies, [await replied()]);
    await reply;
  });

  it('are handled again where they are sent again, by a handler that stores results', async () => {
    const { message, reply } = await sent();
    await kafka.deliver(PROJECTS, [message, { ...message, offset: '8' }]);
    await eventually(() => expect(handled).toHaveLength(2));
    const [first, second] = handled as { id: string; idempotency_key: string }[];
    expect(second).toEqual(first);
    // What makes the second harmless: the owner stores the result under this key for longer than the deadline.
    expect(first?.idempotency_key).toBe(first?.id);
    await kafka.deliver(names.replies, kafka.sentTo(names.replies));
    expect(await reply).toEqual({ version: 1 });
  });
});

describe('replies over Kafka', () => {
  it('are those of the command’s owner, unchanged', async () => {
    const { message, reply } = await sent();
    await kafka.deliver(PROJECTS, [message]);
    const genuine = await replied();
    const { mac: _, ...headers } = genuine.headers ?? {};
    const bare = { value: JSON.stringify({ reply: { version: 9 } }), headers, key: null };
    const place = { topic: names.replies, partition: 0 };
    const otherOwner = replyKeys.replies('record_store').sign(names.replies, bare);
    await kafka.deliver(names.replies, [
      garbled(genuine, { value: Buffer.from(bare.value) }),
      garbled(genuine, { headers }),
      garbled(genuine, { value: Buffer.from(bare.value), headers: otherOwner.headers }),
      garbled(genuine, { value: Buffer.from('{"refusal":{"code":"record.not_found"}}') }),
    ]);
    await kafka.deliver(place.topic, [genuine]);
    expect(await reply).toEqual({ version: 1 });
  });

  it('of one command are not those of another', async () => {
    const first = await sent();
    await kafka.deliver(PROJECTS, [first.message]);
    const genuine = await replied();
    const second = client.send(command());
    const waiting = await eventually(() => {
      const message = kafka.sentTo(PROJECTS).at(-1);
      if (message === undefined || kafka.sentTo(PROJECTS).length < 2) throw new Error('It is not sent.');
      return message;
    });
    const redirected = garbled(genuine, {}, { command_id: waiting.headers?.['command_id'] });
    await kafka.deliver(names.replies, [redirected, genuine]);
    expect(await first.reply).toEqual({ version: 1 });
    await kafka.deliver(PROJECTS, [waiting]);
    await eventually(() => expect(kafka.sentTo(names.replies)).toHaveLength(2));
    await kafka.deliver(names.replies, kafka.sentTo(names.replies));
    expect(await second).toEqual({ version: 2 });
  });
});
