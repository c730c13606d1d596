import { StartError } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { onStopSignal, releaseStartMemory } from '@service/platform/processes';
import { loadEnvironments } from '@service/platform/settings';

const environments = attempt(() => loadEnvironments(process.env));
const logger = createLogger(environments[0].settings.logLevel);
if (process.env['ENVIRONMENT'] !== undefined) {
  // Imported after the settings are validated: the import takes a while, and an invalid setting is reported before.
  const { runEnvironment } = await import('./run-environment.js');
  await runEnvironment(environments[0].settings, logger);
} else {
  const { Supervisor } = await import('./supervisor/supervisor.js');
  const supervisor = new Supervisor(environments, logger);
  let stopping = false;
  // Before the start: an interrupted one must leave no process behind.
  onStopSignal(() => {
    stopping = true;
    void supervisor.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The service did not stop cleanly.');
        process.exit(1);
      },
    );
  });
  const welcome = await supervisor.start().catch((error: unknown) => {
    // A signal has stopped the start, which fails then with an error of its own.
    if (stopping) return '';
    return fail(error);
  });
  process.stdout.write(welcome);
  releaseStartMemory();
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return fail(error);
  }
}

function fail(error: unknown): never {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
