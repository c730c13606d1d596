import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { UnreadAnswers } from './unread-answers.js';

const refusal = (code: string) => expect.objectContaining({ code });
const answer = (state: object = {}) => Object.assign(new EventEmitter(), state) as unknown as ServerResponse;

describe('the unread answers', () => {
  it('of one reader are at most a quarter, but for a single one', () => {
    const unread = new UnreadAnswers(400);
    const first = answer();
    unread.add('prj_a', 150, first, true);
    expect(() => unread.add('prj_a', 1, answer(), true)).toThrow(refusal('rate.limited'));
    unread.add('prj_b', 100, answer(), true);
    first.emit('close');
    unread.add('prj_a', 100, answer(), true);
    expect(unread.characters).toBe(200);
  });

  it('of all readers are limited', () => {
    const unread = new UnreadAnswers(400);
    for (const reader of ['a', 'b', 'c', 'd']) unread.add(reader, 100, answer(), true);
    expect(() => unread.add('e', 1, answer(), true)).toThrow(refusal('service.unavailable'));
  });

  it('count the answer of a change, which is not refused', () => {
    const unread = new UnreadAnswers(400);
    for (let count = 0; count < 5; count += 1) unread.add('a', 100, answer(), false);
    expect(unread.characters).toBe(500);
  });

  it('are none of a client that has gone', () => {
    const unread = new UnreadAnswers(400);
    unread.add('a', 100, answer({ closed: true }), true);
    unread.add('a', 100, answer({ destroyed: true }), true);
    expect(unread.characters).toBe(0);
  });
});
