import { describe, expect, it } from '@jest/globals';
import type { Kafka, ProducerBatch, ProducerConfig } from 'kafkajs';
import type { TopicMessages } from './port.js';
import { SerialProducer } from './serial-producer.js';

interface Send {
  producer: number;
  batch: ProducerBatch;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** A Kafka whose producers answer when the test releases them. */
function heldKafka({ failingConnects = 0 } = {}) {
  const configs: (ProducerConfig | undefined)[] = [];
  const sends: Send[] = [];
  const disconnected: number[] = [];
  const kafka = {
    producer(config?: ProducerConfig) {
      const producer = configs.push(config) - 1;
      return {
        connect: () =>
          producer < failingConnects ? Promise.reject(new Error('no broker')) : Promise.resolve(),
        disconnect: async () => void disconnected.push(producer),
        sendBatch: (batch: ProducerBatch) =>
          new Promise<void>((resolve, reject) => sends.push({ producer, batch, resolve, reject })),
      };
    },
  } as unknown as Kafka;
  return { kafka, configs, sends, disconnected };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const batch = (value: string): TopicMessages[] => [{ topic: 'topic', messages: [{ value }] }];
const valueOf = (send: Send | undefined) => send?.batch.topicMessages?.[0]?.messages[0]?.value;

describe('a producer that sends in order', () => {
  it('sends one batch after the other, acknowledged by all in-sync replicas', async () => {
    const { kafka, sends } = heldKafka();
    const producer = new SerialProducer(kafka, true);
    const sent = ['a', 'b', 'c'].map((value) => producer.send(batch(value)));
    for (const [index, value] of ['a', 'b', 'c'].entries()) {
      await settle();
      expect(sends).toHaveLength(index + 1);
      expect(valueOf(sends[index])).toBe(value);
      expect(sends[index]?.batch.acks).toBe(-1);
      sends[index]?.resolve();
      await sent[index];
    }
  });

  it('keeps one producer, with one request under way, and idempotent where that is asked for', async () => {
    const { kafka, configs, sends } = heldKafka();
    const producer = new SerialProducer(kafka, true);
    for (const value of ['a', 'b']) {
      const sent = producer.send(batch(value));
      await settle();
      sends[sends.length - 1]?.resolve();
      await sent;
    }
    expect(configs).toMatchObject([
      { idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false },
    ]);
  });

  it('reports a failure to its sender only, and sends what follows by a new producer', async () => {
    const { kafka, configs, sends, disconnected } = heldKafka();
    const producer = new SerialProducer(kafka, true);
    const [failing, next] = [producer.send(batch('a')), producer.send(batch('b'))];
    await settle();
    const failure = new Error('OUT_OF_ORDER_SEQUENCE_NUMBER');
    sends[0]?.reject(failure);
    await expect(failing).rejects.toBe(failure);
    await settle();
    expect(disconnected).toEqual([0]);
    expect([sends[1]?.producer, valueOf(sends[1])]).toEqual([1, 'b']);
    sends[1]?.resolve();
    await next;
    expect(configs).toHaveLength(2);
  });

  it('connects again after it could not connect', async () => {
    const { kafka, sends } = heldKafka({ failingConnects: 1 });
    const producer = new SerialProducer(kafka, false);
    await expect(producer.send(batch('a'))).rejects.toThrow('no broker');
    const sent = producer.send(batch('b'));
    await settle();
    sends[0]?.resolve();
    await sent;
    expect(sends[0]?.producer).toBe(1);
  });

  it('disconnects after the batch under way', async () => {
    const { kafka, sends, disconnected } = heldKafka();
    const producer = new SerialProducer(kafka, false);
    const sent = producer.send(batch('a'));
    await settle();
    const ended = producer.disconnect();
    await settle();
    expect(disconnected).toEqual([]);
    sends[0]?.resolve();
    await Promise.all([sent, ended]);
    expect(disconnected).toEqual([0]);
  });

  it('that has sent nothing disconnects at once', async () => {
    const { kafka, configs } = heldKafka();
    await new SerialProducer(kafka, false).disconnect();
    expect(configs).toEqual([]);
  });
});
