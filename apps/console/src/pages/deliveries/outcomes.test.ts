import { describe, expect, it } from '@jest/globals';
import { isAcknowledged, outcomeOf } from './outcomes.js';

describe('what an attempt came to', () => {
  it.each([
    [{ status: 200, error: null }, '200', true],
    [{ status: 500, error: null }, '500', false],
    [{ status: null, error: 'timeout' }, 'timeout', false],
    [{ status: 204, error: 'answer_too_large' }, '204, answer too large', true],
    [{ status: null, error: 'something_new' }, 'something_new', false],
    [{ status: null, error: null }, 'no answer', false],
  ])('%j is %s', (attempt, text, acknowledged) => {
    expect([outcomeOf(attempt), isAcknowledged(attempt)]).toEqual([text, acknowledged]);
  });
});
