import { describe, expect, it } from '@jest/globals';
import { recordActionsIn } from './record-actions.js';
import { RECORD_STATES, RECORD_TRANSITIONS } from './record-transitions.js';

describe('what may be done with a record', () => {
  it.each([
    ['active', ['amend', 'suspend', 'supersede', 'revoke']],
    ['suspended', ['reinstate', 'supersede', 'revoke']],
    ['superseded', ['revoke']],
    ['expired', ['revoke']],
    ['revoked', []],
  ] as const)('that is %s: %j', (state, actions) => {
    expect(recordActionsIn(state)).toEqual(actions);
  });

  it('is every transition but the first, and the expiry, which the clock makes', () => {
    const ofCallers = Object.keys(RECORD_TRANSITIONS).filter(
      (type) => type !== 'service.record.registered' && type !== 'service.record.expired',
    );
    const possible = new Set(RECORD_STATES.flatMap(recordActionsIn));
    expect(possible.size).toBe(ofCallers.length);
  });
});
