import { describe, expect, it } from '@jest/globals';
import { StartError } from '@service/platform/errors';
import { readKeyCommand } from './read-key-command.js';

const DASHED = '-'.padEnd(43, 'a');
const TWICE_DASHED = '--'.padEnd(43, 'a');
const read = (line: string) => readKeyCommand(line.split(' '));

describe('an operator’s command on keys', () => {
  it.each<[string, object]>([
    ['list', { word: 'list' }],
    ['rotate answer', { word: 'rotate', purpose: 'answer', only: undefined }],
    ['rotate checkpoint production', { word: 'rotate', purpose: 'checkpoint', only: 'production' }],
    ['retire abc', { word: 'retire', keyId: 'abc' }],
    [
      'revoke abc --reason moved',
      {
        word: 'revoke',
        keyId: 'abc',
        reason: 'moved',
        cause: 'ceased',
        invalid_since: null,
        invalid_from_size: null,
      },
    ],
    [
      'revoke abc --reason lost --cause key_compromise --invalid-since 2026-11-21T00:00:00Z --tree-size 40',
      {
        word: 'revoke',
        keyId: 'abc',
        reason: 'lost',
        cause: 'key_compromise',
        invalid_since: '2026-11-21T00:00:00.000Z',
        invalid_from_size: 40,
      },
    ],
    [`retire ${DASHED}`, { word: 'retire', keyId: DASHED }],
    [
      `revoke ${TWICE_DASHED} --reason moved`,
      {
        word: 'revoke',
        keyId: TWICE_DASHED,
        reason: 'moved',
        cause: 'ceased',
        invalid_since: null,
        invalid_from_size: null,
      },
    ],
  ])('is read: %s', (line, expected) => {
    expect(read(line)).toEqual(expected);
  });

  it.each([
    'rotate',
    'rotate everything',
    'rotate answer staging',
    'rotate answer production now',
    'list all',
    'retire',
    'retire abc --reason moved',
    'revoke',
    'revoke abc',
    'revoke abc --reason',
    'revoke abc --reason r --cause withdrawn',
    'revoke abc --reason r --invalid-since yesterday',
    'revoke abc --reason r --invalid-since 2026-11-21T00:00:00Z --tree-size many',
    'retire abc --tree-size 7',
    'revoke abc --because r',
    'publish abc',
    '',
  ])('is refused with a sentence: %s', (line) => {
    expect(() => read(line)).toThrow(StartError);
  });
});
