import 'reflect-metadata';
import { hostCommand } from '@service/messaging';
import { bootstrapPath } from '../bootstrap/bootstrap-tokens.js';
import { startGateway } from '../gateway/start-gateway.js';

// In a pod, a file with the tokens would be lost with the pod; this option prints them once instead.
const printing = process.argv.includes('--print');

await hostCommand(
  { app: 'verify_api', name: 'bootstrap' },
  startGateway,
  async ({ gateway: { bootstrap } }, { dataDirectory, environment }) => {
    if (printing) {
      await bootstrap.once((tokens) => {
        process.stdout.write(`${JSON.stringify({ [environment]: tokens }, null, 2)}\n`);
      });
      return;
    }
    await bootstrap.fromFile(dataDirectory);
    process.stdout.write(`Tokens are in ${bootstrapPath(dataDirectory)}.\n`);
  },
);
