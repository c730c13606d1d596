import { testClientContract } from './support/client-contract/client-contract.js';
import { describeService } from './support/describe-service.js';

const ENV = { CONSOLE_ORIGIN_DEVELOPMENT: 'https://console.example' };

describeService({ name: 'the TypeScript client', env: ENV }, testClientContract);
