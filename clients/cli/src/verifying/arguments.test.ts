import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from '../table/commands.js';
import { findCommand, readCall } from '../read-call.js';
import { readAnswerCall, readBundleCall } from './arguments.js';

const parse = (read: typeof readBundleCall, ...words: string[]) => {
  const { command, rest } = findCommand(COMMANDS, words) ?? {};
  if (command === undefined || rest === undefined) throw new Error('There is no such command.');
  return read(readCall(command, rest));
};
const bundle = (...words: string[]) => parse(readBundleCall, 'bundle', 'verify', ...words);
const call = (...more: string[]) => bundle('bundle.json', '--keys', 'keys.json', ...more);

describe('a call of bundle verify', () => {
  it('names what must be proven', () => {
    const asked = ['--require', 'newest', '--witnesses', '2', '--clock-slack', '0'];
    expect(call(...asked, '--online', 'https://records.example/v1/log/production')).toMatchObject({
      needsNewest: true,
      needsGood: false,
      witnesses: 2,
      clockSlackSeconds: 0,
      online: 'https://records.example/v1/log/production/',
    });
    expect(call('--require', 'good')).toMatchObject({ needsNewest: false, needsGood: true });
    expect(call()).toMatchObject({ needsNewest: false, witnesses: undefined, online: undefined });
  });

  it.each<[string[], RegExp]>([
    [['--clock-slack', '1.5'], /^--clock-slack must be a whole number of seconds\.$/],
    [['--witnesses', 'all'], /^--witnesses must be a whole number of witnesses\.$/],
    [['--require', 'everything'], /^--require takes newest or good\.$/],
    [['--online', 'ftp://log'], /^--online must be an http or https URL\.$/],
    [['--online', 'http://log', '--entries', 'entries'], /^Give either --entries or --online\.$/],
  ])('is wrong with %j', (words, sentence) => {
    expect(() => call(...words)).toThrow(sentence);
  });
});

describe('a call that names a policy', () => {
  const named = (...more: string[]) => bundle('--policy', 'policy', ...more);
  const answer = (...more: string[]) =>
    parse(readAnswerCall, 'answer', 'verify', 'answer.json', '--headers', 'h', '--policy', 'policy', ...more);

  it('remembers its key beside it, or where it is told to', () => {
    const plain = { file: 'policy', pin: 'policy.pin', fingerprint: null, origin: null, allowExpired: false };
    expect(named('bundle.json').policy).toEqual(plain);
    const hex = 'ab'.repeat(32);
    const more = ['--pin', 'elsewhere', '--fingerprint', hex, '--origin', 'log', '--allow-expired'];
    expect(named('bundle.json', ...more).policy).toEqual({
      file: 'policy',
      pin: 'elsewhere',
      fingerprint: hex,
      origin: 'log',
      allowExpired: true,
    });
    expect(call().policy).toBeNull();
    expect(answer('--keys', 'keys.json')).toMatchObject({ keys: 'keys.json', policy: plain });
  });

  it.each<[string[], RegExp]>([
    [['bundle.json', '--keys', 'keys.json'], /^Give either --keys or --policy\.$/],
    [['bundle.json', '--witnesses', '2'], /^--witnesses needs --keys/],
    [['bundle.json', '--fingerprint', 'AB'], /^--fingerprint must be 64 lower-case hex digits/],
  ])('is wrong with %j', (words, sentence) => {
    expect(() => named(...words)).toThrow(sentence);
  });

  it('about an answer is wrong without keys', () => {
    expect(() => answer()).toThrow(/^An answer needs --keys FILE in addition to --policy/);
  });

  it('is wrong without the policy', () => {
    expect(() => call('--pin', 'file')).toThrow(/need --policy FILE\.$/);
    expect(() => bundle('bundle.json')).toThrow(/^Give the pinned keys with --keys FILE or --policy FILE/);
  });
});
