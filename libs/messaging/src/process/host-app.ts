import { Health, startAdminServer, type ReadinessCheck } from '@service/platform/admin';
import { startSentence } from '@service/platform/errors';
import type { DatabaseApp } from '@service/platform/databases';
import { createLogger } from '@service/platform/logging';
import { createMetrics } from '@service/platform/metrics';
import { exitOnStopSignal, releaseStartMemory, runInReverse } from '@service/platform/processes';
import { withinTime } from '@service/platform/scheduling';
import { loadSettings, refuseOnCopy, warnOfNearMisses } from '@service/platform/settings';
import { measureClock } from './measure-clock.js';
import { measureFeeds } from './measure-feed.js';
import { LEAVING_TIMEOUT, closeContext, leave, openContext, type AppContext } from './app-context.js';

/** An app that runs. */
export interface StartedApp {
  /** Its readiness checks, by name. */
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>;
  /** Checks whose failure is shown while it stays ready, by name. */
  readonly warnings?: Readonly<Record<string, ReadinessCheck>>;
  /** Drains and stops the app. */
  stop(): Promise<void>;
}

export interface HostedApp<Started extends StartedApp> {
  app: DatabaseApp;
  start(context: AppContext): Promise<Started>;
  /** Called when the app runs; performs the last steps, such as listening, and returns the text to print. */
  ready?(started: Started, context: AppContext): Promise<StartedApp & { says: string }>;
}

/**
 * Runs an app as a process until it gets a signal. A known cause ends it with a sentence and exit code 1.
 */
export async function hostApp<Started extends StartedApp>(app: HostedApp<Started>): Promise<void> {
  const name = app.app.replace('_', '-');
  const stops: (() => Promise<unknown>)[] = [];
  let opening: Promise<AppContext> | undefined;
  const health = new Health();
  let logger = createLogger('info');
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    health.markDraining();
    // Give up the keys at once: a process that stops slowly, or is killed, must not prevent a start with other keys.
    stopping ??= Promise.all([leave(opening), runInReverse(stops)]).then(() => undefined);
    return stopping;
  };
  exitOnStopSignal(stop, () => logger);
  try {
    const settings = loadSettings(process.env);
    logger = createLogger(settings.logLevel).child({ app: name });
    warnOfNearMisses(process.env, logger);
    refuseOnCopy(settings, 'a copy runs without Kafka: use `npm start`, without KAFKA_BROKERS');
    const metrics = createMetrics(logger, settings.environment);
    const { adminHost: host, adminPort: port } = settings;
    const admin = await startAdminServer({ host, port, health, metrics, logger });
    stops.push(() => admin.close());
    opening = openContext({ app: app.app, name }, settings, logger, metrics);
    // Closes also a context whose opening ends after a signal.
    stops.push(() => opening?.then(closeContext, () => undefined) ?? Promise.resolve());
    const context = await opening;
    measureFeeds(metrics, health, [context.feed]);
    measureClock(metrics, health);
    const started = await app.start(context);
    stops.push(() => started.stop());
    for (const [name, check] of Object.entries(started.readiness ?? {})) health.addReadiness(name, check);
    for (const [name, check] of Object.entries(started.warnings ?? {})) health.addWarning(name, check);
    const last = await app.ready?.(started, context);
    if (last !== undefined) stops.push(() => last.stop());
    if (stopping !== undefined) return;
    health.markStarted();
    releaseStartMemory();
    const says = last?.says ?? `${name} is ready`;
    // Printed at any LOG_LEVEL: whoever started the process waits for this line.
    const ready = createLogger('info', process.stdout).child({ app: name, admin_url: admin.url });
    ready.info(`${says}; health and metrics on ${admin.url}.`);
  } catch (error) {
    // A start that a signal stopped fails with an error of its own.
    if (stopping !== undefined) return stopping;
    const sentence = startSentence(error);
    if (sentence === null) logger.error({ err: error }, 'The app did not start.');
    else process.stderr.write(`${sentence}\n`);
    // A failed start must not prevent a start with other keys.
    await withinTime(leave(opening), LEAVING_TIMEOUT);
    process.exit(1);
  }
}
