import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { KafkaNames, createTopics, raisePartitions, type ReceivedMessage } from '@service/messaging';
import { createLogger } from '@service/platform/logging';
import { kafkaIsAtHand } from '../../infra/kafka/at-hand.ts';
import { startBroker, type Broker } from '../../infra/kafka/broker.ts';
import { findFreePort } from '../../infra/ports.ts';
import { waitForEnd } from '../../infra/processes.ts';
import { connectTestKafka } from '../support/kafka/connect-test-kafka.js';
import { readUntil } from '../support/kafka/read-topics.js';

// KAFKA_BROKERS may be why these tests run.
const describeWhereAtHand = (await kafkaIsAtHand()) ? describe : describe.skip;

describeWhereAtHand('a broker from Maven’s jars', () => {
  let directory: string;
  let port: number;
  let broker: Broker | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'broker-'));
    port = await findFreePort();
    broker = await startBroker({ directory, port });
  }, 120_000);
  afterAll(async () => {
    await broker?.kill();
    await rm(directory, { recursive: true });
  });

  const connect = () => connectTestKafka({ KAFKA_BROKERS: `127.0.0.1:${port}` });

  it('takes requests once it is started, and keeps topics over a stop and over kill -9', async () => {
    await connect().admin((admin) => admin.createTopics([{ topic: 'kept' }]));
    for (const end of ['stop', 'kill'] as const) {
      await broker?.[end]();
      expect(await broker?.ended).toMatchObject({ asked: true });
      broker = await startBroker({ directory, port });
      expect(await connect().admin((admin) => admin.listTopics())).toContain('kept');
    }
  }, 120_000);

  it('deletes the groups of starts that ended, and raises partitions once no reader is left', async () => {
    const names = new KafkaNames('test-', 'development');
    const topic = names.events('record');
    const start = async () => {
      const kafka = connect();
      const options = { group: names.group('fold'), topics: [topic], from: 'end', alone: true } as const;
      const reader = kafka.reader({
        ...options,
        logger: createLogger('silent'),
        take: async () => undefined,
      });
      await reader.start();
      return { kafka, reader };
    };
    const groups = () => connect().admin((admin) => admin.listGroups());
    await createTopics(connect(), names, { partitions: 1, replication: 1 });
    const [ended, killed, running] = [await start(), await start(), await start()];
    await ended.reader.stop();
    await ended.kafka.close();
    expect(await groups()).toHaveLength(2);
    // As after kill -9: its group has lost its member, and is still there.
    await killed.reader.stop();
    await running.kafka.sweepGroups(names.group(''), 0);
    expect(await groups()).toHaveLength(1);

    await expect(raisePartitions(connect(), names, 2)).rejects.toThrow('stop every app');
    await running.kafka.close();
    expect(await groups()).toHaveLength(1);
    await running.reader.stop();
    expect(await raisePartitions(connect(), names, 2)).toContain(topic);
    expect(await connect().admin((admin) => admin.partitions([topic, names.logCheckpoints]))).toHaveLength(3);
    await expect(raisePartitions(connect(), names, 1)).rejects.toThrow('cannot get fewer');
  }, 120_000);

  it('brings what is behind an open transaction, and shows its messages and marks among the last ones', async () => {
    const topic = 'with-transactions';
    const kafka = connect();
    await kafka.admin((admin) => admin.createTopics([{ topic, numPartitions: 1 }]));
    const writer = kafka.writer({ idempotent: true });
    const other = new kafkajs.Kafka({ brokers: [`127.0.0.1:${port}`], logLevel: kafkajs.logLevel.NOTHING });
    const producer = other.producer({ transactionalId: 'other', maxInFlightRequests: 1, idempotent: true });
    await producer.connect();
    const begin = async () => {
      const transaction = await producer.transaction();
      await transaction.send({ topic, messages: [{ value: 'other' }] });
      return transaction;
    };
    await writer.send([{ topic, messages: [{ value: 'first' }] }]);
    for (let count = 0; count < 2; count += 1) await (await begin()).abort();
    // A mark is a message for itself: a reader who counts knows that there are more before.
    const valuesOf = (messages: readonly ReceivedMessage[]) => messages.map(({ value }) => String(value));
    expect(await kafka.lastMessages(topic, 4)).toHaveLength(4);
    const open = await begin();
    await writer.send([{ topic, messages: [{ value: 'last' }] }]);
    expect(valuesOf(await kafka.lastMessages(topic, 2))).toEqual(['other', 'last']);
    const read = await readUntil(kafka, { topics: [topic], group: 'behind' }, (found) =>
      found.some(({ message }) => String(message.value) === 'last'),
    );
    expect(valuesOf(read.map(({ message }) => message))).toEqual([
      'first',
      'other',
      'other',
      'other',
      'last',
    ]);
    await open.abort();
    await Promise.all([producer.disconnect(), writer.disconnect()]);
  }, 120_000);

  it('refuses a port that is taken, and a directory in use, with a sentence', async () => {
    const other = await mkdtemp(join(tmpdir(), 'broker-'));
    await expect(startBroker({ directory: other, port })).rejects.toThrow(
      `Port ${port} is taken; stop what listens there or set KAFKA_PORT.`,
    );
    await expect(startBroker({ directory, port: await findFreePort() })).rejects.toThrow(directory);
    await rm(other, { recursive: true });
  });

  it('ends when its parent is killed, and can be started again at once', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'broker-'));
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: dataDirectory,
      KAFKA_PORT: String(await findFreePort()),
    };
    const startCommand = async () => {
      const command = spawn(process.execPath, [resolve('infra/kafka/main.ts')], { env });
      const [line] = (await once(command.stdout, 'data')) as [Buffer];
      expect(line.toString()).toContain(`Apache Kafka takes requests on 127.0.0.1:${env.KAFKA_PORT}`);
      return { command, pid: Number(await readFile(join(dataDirectory, 'kafka/kafka.pid'), 'utf8')) };
    };
    const first = await startCommand();
    first.command.kill('SIGKILL');
    const second = await startCommand();
    expect(await waitForEnd([first.pid], 0)).toEqual([]);
    second.command.kill('SIGTERM');
    expect(await once(second.command, 'exit')).toEqual([0, null]);
    expect(await waitForEnd([second.pid], 0)).toEqual([]);
    await rm(dataDirectory, { recursive: true });
  }, 120_000);
});
