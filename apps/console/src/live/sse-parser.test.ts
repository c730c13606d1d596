import { describe, expect, it } from '@jest/globals';
import { SseParser } from './sse-parser.js';

const TEXT =
  'retry: 2000\nid: one\nevent: ready\ndata: {"a":1}\n\n: still here\n\nevent: change\ndata:x\ndata: y\n\nid\ndata\n\n';

describe('a stream of server-sent events', () => {
  const messages = [
    { event: 'ready', data: '{"a":1}', id: 'one' },
    { event: 'change', data: 'x\ny', id: 'one' },
    { event: 'message', data: '', id: '' },
  ];

  it('is read message by message; comments are none, and an id holds until the next', () => {
    expect(new SseParser().push(TEXT)).toEqual(messages);
    expect(new SseParser().push(TEXT.replaceAll('\n', '\r\n'))).toEqual(messages);
  });

  it('is the same wherever it is cut', () => {
    for (let at = 0; at <= TEXT.length; at += 1) {
      const parser = new SseParser();
      expect([...parser.push(TEXT.slice(0, at)), ...parser.push(TEXT.slice(at))]).toEqual(messages);
    }
    const windows = TEXT.replaceAll('\n', '\r\n');
    const parser = new SseParser();
    expect(windows.split('').flatMap((letter) => parser.push(letter))).toEqual(messages);
  });
});
