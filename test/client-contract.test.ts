import { testClientContract } from './support/client-contract/client-contract.js';
import { testOtherLanguages } from './support/client-contract/other-languages.js';
import { describeService } from './support/describe-service.js';

describeService('the TypeScript client', testClientContract);
describeService('a service', testOtherLanguages);
