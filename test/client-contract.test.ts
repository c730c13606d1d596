import { testClientContract } from './support/client-contract/client-contract.js';
import { describeProject } from './support/describe-project.js';

describeProject('a service and the TypeScript client', testClientContract);
