import type { Environment } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { withinTime } from '@service/platform/scheduling';
import { loadSettings, refuseOnCopy, type Settings } from '@service/platform/settings';
import {
  LEAVING_TIMEOUT,
  closeContext,
  leaveAll,
  openContext,
  type AppContext,
  type ProcessIdentity,
} from './app-context.js';
import type { StartedApp } from './host-app.js';

/**
 * Runs a command that needs a running app, in every environment of the settings. A StartError ends it with a
 * sentence and exit code 1, and so does a signal.
 */
export async function hostCommand<Started extends StartedApp>(
  identity: ProcessIdentity,
  start: (context: AppContext) => Promise<Started>,
  work: (started: ReadonlyMap<Environment, Started>, settings: Settings) => Promise<void>,
): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  const contexts: Promise<AppContext>[] = [];
  const end = () => void withinTime(leaveAll(contexts), LEAVING_TIMEOUT).then(() => process.exit(1));
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, end);
  try {
    const settings = loadSettings(process.env);
    refuseOnCopy(settings, 'only the original has apps that take commands');
    // Standard output is what the command answers.
    const logger = createLogger('warn', process.stderr).child({ app: identity.name });
    const metrics = createMetrics(logger);
    const started = new Map<Environment, Started>();
    for (const environment of settings.environments) {
      const opening = openContext(identity, environment, settings, logger, metrics);
      contexts.push(opening);
      const context = await opening;
      stops.push(() => closeContext(context));
      const app = await start(context);
      stops.push(() => app.stop());
      started.set(environment, app);
    }
    await work(started, settings);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
