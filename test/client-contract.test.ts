import { testClientContract } from './support/client-contract/client-contract.js';
import { describeService } from './support/describe-service.js';

describeService('a service and the TypeScript client', testClientContract);
