import { describe } from '@jest/globals';
import { testClientContract } from './support/client-contract/client-contract.js';
import { testOtherLanguages } from './support/client-contract/other-languages.js';
import { describeService } from './support/describe-service.js';

describeService('a service', (service, fixture) => {
  describe('and the TypeScript client', () => testClientContract(service, fixture));
  describe('and the clients in other languages', () => testOtherLanguages(service));
});
