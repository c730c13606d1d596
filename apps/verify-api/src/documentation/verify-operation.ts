import type { OperationOptions } from './operation-options.js';

export const VERIFY_PATH = '/v1/records/verify';

/** What the one route that is no Nest controller's declares of itself. */
export const verifyOperation: OperationOptions = {
  name: 'record.verify',
  access: 'verify',
  summary: 'Verify a record, with the evidence',
  answers: [200, 'Verification'],
  takes: 'body',
  proves: 'signed position',
  fails: ['record.not_found'],
};
