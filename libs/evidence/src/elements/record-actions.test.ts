import { expect, it } from '@jest/globals';
import { RECORD_ACTIONS, recordActionsIn } from './record-actions.js';

it('what may be done with a record is every transition but the first and the expiry, where it is allowed', () => {
  expect(recordActionsIn('active')).toEqual(RECORD_ACTIONS.filter((action) => action !== 'reinstate'));
  expect(recordActionsIn('expired')).toEqual(['revoke']);
  expect(recordActionsIn('revoked')).toEqual([]);
});
