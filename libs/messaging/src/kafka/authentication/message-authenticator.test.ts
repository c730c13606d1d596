import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import type { Message, ReceivedMessage } from '../connection/port.js';
import { arrived, garbled } from '../../testing/arrived.js';
import { newKeys, testAuthenticator } from '../../testing/test-authenticator.js';
import type { MessageAuthenticatorOptions } from './message-authenticator.js';
import { UnauthenticatedMessages } from './unauthenticated-messages.js';

const keys = newKeys();
const authenticator = (changes: Partial<MessageAuthenticatorOptions> = {}) =>
  testAuthenticator({ keys, use: 'command', environment: 'production', ...changes });

const TOPIC = 'production.record.commands';
const place = { topic: TOPIC, partition: 3 };
const message: Message = {
  key: 'rec_1',
  value: '{"deadline":1}',
  headers: { reply_to: 'replica/7', type: 'record.amend' },
};
const signed = (changes: Partial<Message> = {}, by = authenticator()): ReceivedMessage =>
  arrived(by.sign(TOPIC, { ...message, ...changes }));

describe('a message that an app wrote', () => {
  it('is accepted as it arrives, whatever the order of its headers', () => {
    expect(authenticator().objectionTo(place, signed())).toBeNull();
    const { headers = {} } = signed();
    const turned = Object.fromEntries(Object.entries(headers).reverse());
    expect(authenticator().objectionTo(place, garbled(signed(), { headers: turned }))).toBeNull();
  });

  it.each<[string, Partial<Message>]>([
    ['without a key', { key: null }],
    ['without a value', { value: null }],
    ['without headers', { headers: {} }],
    ['with text that is not ASCII', { key: 'é\u0000', headers: { a: 'ü' } }],
    ['with a header that is given twice', { headers: { a: ['1', '2'] } }],
  ])('is accepted %s', (_, changes) => {
    const sent = authenticator().sign(TOPIC, { ...message, ...changes });
    const lists = Object.entries(sent.headers ?? {}).filter(([, value]) => Array.isArray(value));
    const received = garbled(arrived(sent), {}, Object.fromEntries(lists));
    expect(authenticator().objectionTo(place, received)).toBeNull();
  });
});

describe('a message is refused', () => {
  const bytes = (text: string) => Buffer.from(text);

  it.each<[string, ReceivedMessage]>([
    ['another key', garbled(signed(), { key: bytes('rec_2') })],
    ['no key', garbled(signed(), { key: null })],
    ['another value', garbled(signed(), { value: bytes('{"deadline":2}') })],
    ['no value', garbled(signed(), { value: null })],
    ['another reply address', garbled(signed(), {}, { reply_to: bytes('replica/8') })],
    ['a header more', garbled(signed(), {}, { traceparent: bytes('00-1-2-01') })],
    ['an empty header more', garbled(signed(), {}, { a: bytes('') })],
    ['a header less', garbled(signed(), {}, { type: undefined })],
    ['a header twice', garbled(signed(), {}, { type: [bytes('record.amend'), bytes('record.revoke')] })],
    [
      'a value that took a byte of the key',
      garbled(signed(), { key: bytes('rec_'), value: bytes('1{"deadline":1}') }),
    ],
  ])('with %s', (_, changed) => {
    expect(authenticator().objectionTo(place, changed)).toBe('wrong_code');
  });

  it('in another topic, environment and use', () => {
    const elsewhere = { ...place, topic: 'production.credential.commands' };
    expect(authenticator().objectionTo(elsewhere, signed())).toBe('wrong_code');
    expect(authenticator({ environment: 'development' }).objectionTo(place, signed())).toBe('wrong_code');
    expect(authenticator({ use: 'reply' }).objectionTo(place, signed())).toBe('wrong_code');
  });

  it('in another partition than the one that it names', () => {
    const named = signed({ headers: { partition: '3' } });
    expect(authenticator().objectionTo(place, named)).toBeNull();
    expect(authenticator().objectionTo({ ...place, partition: 4 }, named)).toBe('wrong_code');
  });

  it('without a code, and under another key', () => {
    expect(authenticator().objectionTo(place, arrived(message))).toBe('no_code');
    const others = signed({}, authenticator({ keys: newKeys() }));
    expect(authenticator().objectionTo(place, others)).toBe('unknown_key');
    const claimed = garbled(signed(), {}, { mac: bytes(`${keys.ids[0]}.${'A'.repeat(43)}`) });
    expect(authenticator().objectionTo(place, claimed)).toBe('wrong_code');
  });
});

describe('messages that are refused', () => {
  it('are counted by topic, and logged at most once in ten seconds, with what the operator can mend', () => {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger('error', { write: (line) => void lines.push(JSON.parse(line) as never) });
    let now = 0;
    const counted = new UnauthenticatedMessages(logger, () => now);
    const strict = authenticator({ unauthenticated: counted });
    const others = signed({}, authenticator({ keys: newKeys() }));
    expect(strict.accepts(place, signed())).toBe(true);
    for (const time of [0, 1, 9_999, 10_000]) {
      now = time;
      expect(strict.accepts(place, others)).toBe(false);
    }
    expect(counted.counts()).toEqual([{ topic: TOPIC, count: 4 }]);
    expect(lines).toMatchObject([
      {
        alarm: 'message.unauthenticated',
        ...place,
        ignored: 1,
        setting: 'EVENT_KEYS_RECORD_STORE_FILE',
        held_key_ids: keys.ids,
        msg: expect.stringContaining('this process lacks the key of its code'),
      },
      { ignored: 3 },
    ]);
    expect(JSON.stringify(lines)).not.toContain(String(others.headers?.['mac']).split('.')[1]);
  });
});
