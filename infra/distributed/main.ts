import { StartError } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { onStopSignal } from '@service/platform/processes';
import { loadEnvironments } from '@service/platform/settings';
import { Distributed } from './distributed.ts';
import { processTable } from './process-list.ts';

const print = (text: string) => void process.stdout.write(text);

try {
  const environments = loadEnvironments(process.env, ['development']);
  const logger = createLogger(environments[0].settings.logLevel);
  const distributed = new Distributed(environments, logger, (sentence) => print(`${sentence}\n`));
  let stopping = false;
  onStopSignal(() => {
    stopping = true;
    void distributed.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The service did not stop cleanly.');
        process.exit(1);
      },
    );
  });
  try {
    const greeting = await distributed.start();
    print(`\n${processTable(distributed.processes)}${greeting}`);
  } catch (error) {
    // An interrupted start fails with its own error.
    if (!stopping) throw error;
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
