import 'reflect-metadata';
import { hostCommand } from '@service/messaging';
import { bootstrapPath } from '../bootstrap/bootstrap-tokens.js';
import { bootstrap } from '../bootstrap/bootstrap.js';
import { startGateway } from '../start-gateway.js';

await hostCommand(
  { app: 'verify_api', name: 'bootstrap' },
  startGateway,
  async (started, { dataDirectory }) => {
    const environments = [...started].map(([environment, { gateway }]) => ({ environment, gateway }));
    await bootstrap(dataDirectory, environments);
    process.stdout.write(`Tokens are in ${bootstrapPath(dataDirectory)}.\n`);
  },
);
