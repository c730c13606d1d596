import { afterEach, expect, it } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import { errorBody, explainErrorsAt } from './error-body.js';

const docsOf = () => errorBody(new ServiceError('record.not_found'), 'req_1').error.docs;
afterEach(() => explainErrorsAt(undefined));

it('an error names its explanation, under the origin of the service where that is known', () => {
  expect(docsOf()).toBe('/docs/errors#record.not_found');
  explainErrorsAt('https://records.example');
  expect(docsOf()).toBe('https://records.example/docs/errors#record.not_found');
});
