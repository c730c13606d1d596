import { describe, expect, it } from '@jest/globals';
import { askedSubjects } from './complete-answer.js';

const sent = (text: string) => ({ params: {}, body: Buffer.from(text) });

describe('a refused request', () => {
  it.each<[string, [Parameters<typeof askedSubjects>[0], string[]], string[]]>([
    ['known already', [sent('{"record_id":"rec_1"}'), ['rec_2', 'Jane Doe']], ['rec_2']],
    ['of its path', [{ params: { id: 'rec_1' }, body: Buffer.from('{"record_id":"rec_2"}') }, []], ['rec_1']],
    ['of its body', [sent('{"record_id":"rec_1"}'), []], ['rec_1']],
    [
      'of its body, however they are spelled',
      [sent(String.raw`{"record\u005fid":"\u0072ec_1"}`), []],
      ['rec_1'],
    ],
    [
      'of a body that would be invalid',
      [sent('{"record_id":"rec_1","more":{"record_id":"rec_2"}}'), []],
      ['rec_1'],
    ],
  ])('asked for the ids %s', (_name, [request, known], ids) => {
    expect(askedSubjects(request, known, 'authority.insufficient_scope')).toEqual(ids);
  });

  it.each<[string, unknown]>([
    ['no body', undefined],
    ['an empty body', Buffer.alloc(0)],
    ['a body that is not JSON', Buffer.from('{"record_id":"rec_1"')],
    [
      'a body that is nested too deeply',
      Buffer.from(`{"record_id":"rec_1","x":${'['.repeat(40)}${']'.repeat(40)}}`),
    ],
    ['a body with too many items', Buffer.from(`{"record_id":"rec_1","x":[${'1,'.repeat(3_000)}1]}`)],
    ['text in its body that is not an id', Buffer.from('{"record_id":"Jane Doe"}')],
  ])('with %s asked for nothing that is recorded', (_name, body) => {
    expect(askedSubjects({ params: {}, body }, [], 'request.invalid')).toEqual([]);
  });

  it.each(['rate.limited', 'quota.exceeded'] as const)('for %s is not read for its subjects', (code) => {
    expect(askedSubjects(sent('{"record_id":"rec_1"}'), [], code)).toEqual([]);
  });

  it('with text in its path that is not an id asked for nothing that is recorded', () => {
    expect(askedSubjects({ params: { id: 'Jane Doe' }, body: undefined }, [], 'record.not_found')).toEqual(
      [],
    );
  });
});
