import { endWithSentence } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { exitOnStopSignal, releaseStartMemory } from '@service/platform/processes';
import { loadEnvironments, warnOfNearMisses } from '@service/platform/settings';

try {
  const environments = loadEnvironments(process.env);
  const logger = createLogger(environments[0].settings.logLevel);
  warnOfNearMisses(process.env, logger);
  // Imported after the settings are validated: the imports take a while, and an invalid setting is reported before.
  if (process.env['ENVIRONMENT'] !== undefined) {
    const { runEnvironment } = await import('./run-environment.js');
    await runEnvironment(environments[0].settings, logger);
  } else {
    const { Supervisor } = await import('./supervisor/supervisor.js');
    const supervisor = new Supervisor(environments, logger);
    let stopping = false;
    const stop = () => {
      stopping = true;
      return supervisor.stop();
    };
    // Before the start: an interrupted one must leave no process behind.
    exitOnStopSignal(stop, () => logger);
    try {
      process.stdout.write(await supervisor.start());
      releaseStartMemory();
    } catch (error) {
      // If a signal stopped the start, its error is expected.
      if (!stopping) throw error;
    }
  }
} catch (error) {
  endWithSentence(error);
  process.exit();
}
