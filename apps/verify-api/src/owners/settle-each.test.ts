import { expect, it } from '@jest/globals';
import { ServiceError, invalidRequest } from '@service/contracts';
import type { FailureLog } from '../infrastructure/failure-log.js';
import type { Call } from '../interface/call.js';
import { settleEach } from './settle-each.js';

it('names the item of each error, in its message or in its details', async () => {
  const errors = [invalidRequest('origin', 'must be a URL'), new ServiceError('record.not_found')];
  const { data } = await settleEach(errors, {} as Call, {} as FailureLog, (error) => {
    throw error;
  });
  expect(data).toMatchObject([
    { error: { message: 'records[0].origin must be a URL.', details: [{ field: 'records[0].origin' }] } },
    { error: { message: 'records[1]: No such record in this project.' } },
  ]);
});
