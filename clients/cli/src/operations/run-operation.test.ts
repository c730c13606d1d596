import { describe, expect, it } from '@jest/globals';
import { findCommand, readCall } from '../read-call.js';
import { COMMANDS } from '../table/commands.js';
import { OPERATIONS } from './operations.js';
import { requestOf } from './run-operation.js';

const request = (...words: string[]) => {
  const { command, rest } = findCommand(COMMANDS, words) ?? {};
  const operation = OPERATIONS.find((each) => each.command === command?.name);
  if (command === undefined || rest === undefined || operation === undefined)
    throw new Error('No such operation.');
  return requestOf(operation, readCall(command, rest));
};

describe('the request of a command', () => {
  it('has the operands in its path, the options in its body, and what --data gives beside them', async () => {
    const words = [
      '--reason',
      'r',
      '--if-match',
      '3',
      '--idempotency-key',
      'k',
      '--data',
      '{"expires_at":null}',
    ];
    expect(await request('records', 'amend', 'rec/1', ...words)).toEqual({
      method: 'POST',
      path: '/v1/records/rec%2F1/amend',
      query: {},
      body: { reason: 'r', expires_at: null },
      idempotencyKey: 'k',
      ifMatch: '3',
    });
  });

  it('reads each option by its form', async () => {
    const words = ['--issuer', 'i', '--scope', 'a', '--scope', 'b', '--valid-until', '2099'];
    const { body } = await request('authorities', 'grant', ...words);
    expect(body).toEqual({ issuer: 'i', scope: ['a', 'b'], valid_until: '2099' });
    const replay = await request('subscriptions', 'replay', 'sub_1', '--from', 's', '--only-failed', 'true');
    expect(replay.body).toEqual({ from: 's', only_failed: true });
    const listed = await request('records', 'list', '--metadata', 'team=a=b', '--state', 'active');
    expect(listed.query).toEqual({ metadata: ['team=a=b'], state: ['active'] });
  });

  it.each([
    [['records', 'read'], /^Expected ID, got none\.$/],
    [['records', 'read', '..'], /^\.\. is no id\.$/],
    [['records', 'update', 'r', '--metadata', 'team'], /^--metadata is KEY=VALUE\.$/],
    [['subscriptions', 'replay', 's', '--only-failed', 'yes'], /^--only-failed must be true or false\.$/],
    [['records', 'amend', 'r', '--data', '[]'], /^--data must be one JSON object\.$/],
  ])('is wrong as %j', async (words, sentence) => {
    await expect(request(...words)).rejects.toThrow(sentence);
  });
});
