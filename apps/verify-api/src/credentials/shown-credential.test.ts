import { describe, expect, it } from '@jest/globals';
import { usedCredential, type ShownCredential } from './shown-credential.js';

const rotation = { overlap_ends_at: '2026-11-22T12:00:30.000Z', old_key_id: 'old', old_last_used_at: null };
const credential = { id: 'crd_1', created_at: '2026-11-21T12:00:30.500Z', rotation } as ShownCredential;

describe('the last use of a credential', () => {
  it.each([
    ['2026-11-21T12:00:00.000Z', credential.created_at],
    ['2026-11-21T12:01:00.000Z', '2026-11-21T12:01:00.000Z'],
    [null, null],
  ])('in the minute %s is shown as %s, never before it was created', (minute, shown) => {
    const uses = (key: string) => new Map(minute === null ? [] : [[key, minute]]);
    expect(usedCredential(credential, uses('crd_1'), uses('old'))).toMatchObject({
      last_used_at: shown,
      rotation: { old_last_used_at: shown },
    });
  });
});
