import { servedAt, welcome } from '@service/platform/commands';
import { StartError } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { loadSettings } from '@service/platform/settings';
import { Distributed } from './distributed.ts';
import { processTable } from './process-list.ts';

const print = (text: string) => void process.stdout.write(text);

try {
  const settings = loadSettings(process.env);
  const logger = createLogger(settings.logLevel);
  const distributed = new Distributed(settings, logger, (sentence) => print(`${sentence}\n`));
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= distributed.stop();
    void stopping.then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The service did not stop cleanly.');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    const service = await distributed.start();
    const greeting = welcome(service, await servedAt(settings, service.port), settings.environments);
    print(`\n${processTable(distributed.processes)}${greeting}`);
  } catch (error) {
    // An interrupted start fails with its own error.
    if (stopping === undefined) throw error;
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
