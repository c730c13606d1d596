import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { checkMessage } from './check-message.js';

/** Checks a request as Node provides it: all header lines, and of each repeated field the first. */
function check(lines: readonly (readonly [name: string, value: string])[], httpVersion = '1.1'): void {
  const first = [...lines].reverse().map(([name, value]) => [name.toLowerCase(), value]);
  const message = { rawHeaders: lines.flat(), headers: Object.fromEntries(first) as object, httpVersion };
  checkMessage(message as IncomingMessage);
}

const refused = (text: string) =>
  expect.objectContaining({ code: 'request.malformed', message: expect.stringContaining(text) });
const host = ['Host', 'service.example'] as const;

describe('a Host', () => {
  it('must be there since HTTP/1.1', () => {
    expect(() => check([['Accept', '*/*']])).toThrow(refused('Host'));
    expect(() => check([['Accept', '*/*']], '1.0')).not.toThrow();
  });

  it.each([
    '',
    'localhost',
    'service.example:3000',
    'a_b~%20',
    '127.0.0.1:',
    '[::1]',
    '[::ffff:127.0.0.1]:3000',
  ])('may be %j', (value) => expect(() => check([['host', value]])).not.toThrow());

  it.each(['a b', 'a/b', 'a,b/', 'user@a', 'a:b', 'a:1:2', '::1', '[::1', '[g::1]', 'a?b', 'ä', 'http://a'])(
    'may not be %j',
    (value) => expect(() => check([['host', value]])).toThrow(refused('Host')),
  );
});

describe('a field with one value', () => {
  it.each(['Host', 'Authorization', 'Content-Type'])('may not be repeated: %s', (name) => {
    const once = name === 'Host' ? [host] : [host, [name, 'a'] as const];
    expect(() => check(once)).not.toThrow();
    expect(() => check([...once, [name, 'a']])).toThrow(refused(name));
    expect(() => check([...once, ['X', 'y'], [name.toUpperCase(), 'b']])).toThrow(
      refused(name.toUpperCase()),
    );
  });
});

describe('a Transfer-Encoding', () => {
  const coded = (value: string) => () => check([host, ['Transfer-Encoding', value]]);

  it.each(['chunked', 'Chunked'])('may be %s', (value) => expect(coded(value)).not.toThrow());

  it.each(['identity, chunked', 'gzip, chunked', 'chunked, chunked', 'identity', 'chunked,', 'x', ''])(
    'may not be %j',
    (value) => expect(coded(value)).toThrow(refused('Transfer-Encoding')),
  );
});

describe('any other field', () => {
  it.each(['Accept', 'Cookie', 'If-Match', 'X-Trace-Flag', 'Via', 'Date', 'Content-Typo'])(
    'may be repeated: %s',
    (name) => {
      expect(() => check([host, [name, 'Host'], [name, 'Authorization']])).not.toThrow();
    },
  );
});
