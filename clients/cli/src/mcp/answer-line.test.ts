import { expect, it } from '@jest/globals';
import { answerLine } from './answer-line.js';
import type { Message } from './message.js';

/** Answers with the id that it got. */
const bridge = { answer: ({ id }: Message) => Promise.resolve({ jsonrpc: '2.0' as const, id, result: {} }) };

it.each([
  '7',
  '"9007199254740993"',
  '9007199254740993',
  '-123456789012345678901234567890',
  '1.0',
  '1e400',
  'null',
])('the id %s comes back as it was written', async (id) => {
  const params = '{"id":1,"list":[{"id":2}],"text":"\\"id\\":3,"}';
  for (const line of [`{"id":${id},"params":${params}}`, `{"params":${params} , "\\u0069d" : ${id} }`]) {
    const answer = await answerLine(bridge, line);
    expect(answer).toContain(`"id":${id},`);
    expect(Object.keys(JSON.parse(answer ?? '') as object).toSorted()).toEqual(['id', 'jsonrpc', 'result']);
  }
});

it('a failure of the bridge keeps the id too, and what is no message has none', async () => {
  const failing = { answer: () => Promise.reject(new Error('x')) };
  expect(await answerLine(failing, '{"id":9007199254740993}')).toContain('"id":9007199254740993,');
  expect(await answerLine(bridge, '[1]')).toContain('"id":null,');
});

it('an answer that is nested too deep to be written is a failure', async () => {
  const result = JSON.parse(`{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`) as Record<string, unknown>;
  const deep = { answer: ({ id }: Message) => Promise.resolve({ jsonrpc: '2.0' as const, id, result }) };
  expect(await answerLine(deep, '{"id":7}')).toContain('The bridge failed.');
});
