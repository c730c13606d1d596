import 'reflect-metadata';
import { hostCommand } from '@service/messaging';
import { bootstrapPath } from '../bootstrap/bootstrap-tokens.js';
import { bootstrap, bootstrapOnce } from '../bootstrap/bootstrap.js';
import { startGateway } from '../gateway/start-gateway.js';

// In a pod the file would be lost with it: there, the terminal shows the tokens, once.
const printing = process.argv.includes('--print');

await hostCommand(
  { app: 'verify_api', name: 'bootstrap' },
  startGateway,
  async ({ gateway }, { dataDirectory, environment }) => {
    const running = { environment, gateway };
    if (printing) {
      await bootstrapOnce(running, (tokens) => {
        process.stdout.write(`${JSON.stringify({ [environment]: tokens }, null, 2)}\n`);
      });
      return;
    }
    await bootstrap(dataDirectory, running);
    process.stdout.write(`Tokens are in ${bootstrapPath(dataDirectory)}.\n`);
  },
);
