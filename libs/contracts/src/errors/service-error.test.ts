import { expect, it } from '@jest/globals';
import { insufficientScope, invalidRequest, ServiceError } from './service-error.js';

const details = [{ field: 'endpoint', issue: 'is not https' }];

it.each([
  [invalidRequest('limit', 'must be a number'), 'limit must be a number.'],
  [
    new ServiceError('subscription.endpoint_not_allowed', { details }),
    'Nothing can be delivered to this endpoint: endpoint is not https.',
  ],
  [
    insufficientScope('subscribe', ['read']),
    'The credential lacks the capability that this operation needs: subscribe.',
  ],
  [insufficientScope('manage', [], 'It is another’s.'), 'It is another’s.'],
])('%s, also behind the wire', (error, message) => {
  expect([error.message, ServiceError.fromData(error.toData()).message]).toEqual([message, message]);
});
