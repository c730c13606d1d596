import { endWithSentence } from '@service/platform/errors';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { onStopSignal, runInReverse } from '@service/platform/processes';
import { withinTime } from '@service/platform/scheduling';
import { loadSettings, refuseOnCopy, type Settings } from '@service/platform/settings';
import {
  LEAVING_TIMEOUT,
  closeContext,
  leave,
  openContext,
  type AppContext,
  type ProcessIdentity,
} from './app-context.js';
import type { StartedApp } from './host-app.js';

/** Runs a command that needs a running app. A known cause ends it with a sentence and exit code 1, and so does a signal. */
export async function hostCommand<Started extends StartedApp>(
  identity: ProcessIdentity,
  start: (context: AppContext) => Promise<Started>,
  work: (started: Started, settings: Settings) => Promise<void>,
): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  let opening: Promise<AppContext> | undefined;
  onStopSignal(() => void withinTime(leave(opening), LEAVING_TIMEOUT).then(() => process.exit(1)));
  try {
    const settings = loadSettings(process.env);
    refuseOnCopy(settings, 'on a restored copy, no app handles commands');
    // Standard output is for the command's result.
    const logger = createLogger('warn', process.stderr).child({ app: identity.name });
    opening = openContext(identity, settings, logger, createMetrics(logger, settings.environment));
    const context = await opening;
    stops.push(() => closeContext(context));
    const started = await start(context);
    stops.push(() => started.stop());
    await work(started, settings);
  } catch (error) {
    endWithSentence(error);
  } finally {
    await runInReverse(stops);
  }
}
