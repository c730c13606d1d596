import { describe, expect, it } from '@jest/globals';
import {
  RECORD_STATES,
  RECORD_TRANSITIONS,
  isRecordDue,
  recordStateAt,
  recordTransitionAllowed,
  type RecordEventType,
  type RecordState,
} from './record-transitions.js';

/** Where each transition may begin, where it leads, and whether the authority must be active. */
const EXPECTED: Record<RecordEventType, [from: (RecordState | null)[], to: RecordState, needs: boolean]> = {
  'service.record.registered': [[null], 'active', true],
  'service.record.amended': [['active'], 'active', true],
  'service.record.suspended': [['active'], 'suspended', false],
  'service.record.reinstated': [['suspended'], 'active', true],
  'service.record.superseded': [['active', 'suspended'], 'superseded', true],
  'service.record.expired': [['active', 'suspended'], 'expired', false],
  'service.record.revoked': [['active', 'suspended', 'superseded', 'expired'], 'revoked', false],
};

const types = Object.keys(EXPECTED) as RecordEventType[];

describe('the transitions of a record', () => {
  it('are these', () => {
    expect(Object.keys(RECORD_TRANSITIONS)).toEqual(types);
    expect(RECORD_STATES).toEqual(['active', 'suspended', 'superseded', 'expired', 'revoked']);
  });

  it.each(types)('%s', (type) => {
    const [from, to, needs] = EXPECTED[type];
    const allowed = [null, ...RECORD_STATES].filter((state) => recordTransitionAllowed(state, type));
    expect(allowed).toEqual(from);
    expect(RECORD_TRANSITIONS[type].to).toBe(to);
    expect(RECORD_TRANSITIONS[type].needs_active_authority).toBe(needs);
  });
});

describe('a record that expires', () => {
  const expires_at = '2027-01-01T00:00:00.000Z';
  const at = new Date(expires_at);
  const before = new Date(at.getTime() - 1);

  it.each<[RecordState, RecordState]>([
    ['active', 'expired'],
    ['suspended', 'expired'],
    ['superseded', 'superseded'],
    ['expired', 'expired'],
    ['revoked', 'revoked'],
  ])('and is %s before, is %s from then on', (state, after) => {
    expect(recordStateAt({ state, expires_at }, before)).toBe(state);
    expect(recordStateAt({ state, expires_at }, at)).toBe(after);
  });

  it.each<[RecordState, boolean]>([
    ['active', true],
    ['suspended', true],
    ['superseded', false],
    ['expired', false],
    ['revoked', false],
  ])('and is %s, is due then: %s', (state, due) => {
    expect(isRecordDue({ state, expires_at }, before)).toBe(false);
    expect(isRecordDue({ state, expires_at }, at)).toBe(due);
  });

  it('never does where it has no end', () => {
    expect(isRecordDue({ state: 'active', expires_at: null }, at)).toBe(false);
    expect(recordStateAt({ state: 'active', expires_at: null }, at)).toBe('active');
  });
});
