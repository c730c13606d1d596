import { expect, it } from '@jest/globals';
import { boundedRequests } from './bounded-requests.js';
import type { Message, TopicMessages } from './port.js';

/** What a broker takes in one record batch by default. */
const BROKER_LIMIT = 1_048_588;

const messages = (count: number, bytes: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `key_${index}`,
    value: '🦑'.repeat(bytes / 4),
    headers: { index: `${index}` },
  }));
const bytesOf = (request: TopicMessages[]) =>
  request
    .flatMap((each) => each.messages)
    .reduce((sum, { value }) => sum + Buffer.byteLength(value ?? ''), 0);

it('requests are no larger than a broker takes, and hold all messages in their order', () => {
  const given = [
    { topic: 'a', messages: messages(98, 13_600) },
    { topic: 'b', messages: messages(3, 400_000) },
  ];
  const requests = boundedRequests(given);
  for (const request of requests) expect(bytesOf(request)).toBeLessThan(BROKER_LIMIT);
  for (const { topic, messages: wanted } of given) {
    const sent = requests.flat().filter((each) => each.topic === topic);
    expect(sent.flatMap((each) => each.messages)).toEqual(wanted);
  }
  expect(requests.length).toBeGreaterThan(3);
});

it('a message that is larger than a request has one of its own', () => {
  const [small, large] = [messages(1, 8), messages(1, 900_000)];
  const requests = boundedRequests([{ topic: 'a', messages: [...small, ...large, ...small] }]);
  expect(requests.map((request) => request.flatMap((each) => each.messages))).toEqual([small, large, small]);
});

it('few messages are one request', () => {
  const given = [
    { topic: 'a', messages: messages(2, 8) },
    { topic: 'b', messages: messages(2, 8) },
  ];
  expect(boundedRequests(given)).toEqual([given]);
});
