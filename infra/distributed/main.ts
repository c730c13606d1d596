import { endWithSentence } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { exitOnStopSignal } from '@service/platform/processes';
import { loadEnvironments, warnOfNearMisses } from '@service/platform/settings';
import { Distributed } from './distributed.ts';
import { processTable } from './process-list.ts';

const print = (text: string) => void process.stdout.write(text);

try {
  const environments = loadEnvironments(process.env, ['development']);
  const logger = createLogger(environments[0].settings.logLevel);
  warnOfNearMisses(process.env, logger);
  const distributed = new Distributed(environments, logger, (sentence) => print(`${sentence}\n`));
  let stopping = false;
  const stop = () => {
    stopping = true;
    return distributed.stop();
  };
  exitOnStopSignal(stop, () => logger);
  try {
    const greeting = await distributed.start();
    print(`\n${processTable(distributed.processes)}${greeting}`);
  } catch (error) {
    // An interrupted start fails with its own error.
    if (!stopping) throw error;
  }
} catch (error) {
  endWithSentence(error);
  process.exit();
}
