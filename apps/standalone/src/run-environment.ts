import { servedAt, welcome } from '@service/platform/commands';
import { startSentence } from '@service/platform/errors';
import type { Logger } from '@service/platform/logging';
import { exitOnStopSignal, releaseStartMemory } from '@service/platform/processes';
import type { Settings } from '@service/platform/settings';
import { consoleWelcome } from './console/console-welcome.js';
import { startService, type RunningService } from './service.js';
import { LIFE_SIGN_PAUSE, type Neighbours, type Report } from './supervisor/messages.js';

/** Milliseconds for an orphaned process to end after it has drained. */
const ORPHAN_PATIENCE = 45_000;

/** Runs an environment in this process until a signal, or the end of the supervisor that started it, stops it. */
export async function runEnvironment(settings: Settings, logger: Logger): Promise<void> {
  const isSupervised = process.send !== undefined;
  const neighbourPorts = new Set<number>();
  process.on('message', ({ type, ports }: Neighbours) => {
    if (type !== 'neighbours') return;
    neighbourPorts.clear();
    for (const port of ports) neighbourPorts.add(port);
  });
  if (isSupervised) setInterval(() => report({ type: 'alive' }), LIFE_SIGN_PAUSE).unref();
  const orphanPatience = isSupervised ? ORPHAN_PATIENCE + settings.drainDelaySeconds * 1_000 : 0;
  const starting = startService({ settings, logger, neighbourPorts, orphanPatience });
  let stopping = false;
  // Before the start is over: an interrupted one must not leave a database server behind.
  const stop = () => {
    stopping = true;
    return starting.then(
      (service) => service.stop(),
      () => undefined,
    );
  };
  exitOnStopSignal(stop, () => logger);
  try {
    const service = await starting;
    const text = await welcomeTo(service, settings, logger, (error) => {
      // A failed invitation must not stop the service; a stop that is under way takes the database from it.
      if (!stopping)
        logger.warn(
          { err: error, environment: settings.environment },
          'Nobody could be invited to the Console.',
        );
    });
    if (isSupervised) report({ type: 'ready', welcome: text, ports: portsOf(service) });
    else process.stdout.write(text);
    releaseStartMemory();
  } catch (error) {
    if (!stopping) refuse(error);
  }
}

async function welcomeTo(
  service: RunningService,
  settings: Settings,
  logger: Logger,
  onFailedInvitation: (error: unknown) => void,
): Promise<string> {
  const { environment } = settings;
  const text = welcome(service, await servedAt(settings, service.port), environment);
  // Nobody can be made an operator of a copy.
  if (settings.restoredCopy) return text;
  const target = { environment, database: service.database, settings, logger, port: service.port };
  try {
    const invitation = await consoleWelcome(target, process.stdout.isTTY);
    return invitation === null ? text : `${text}\n${invitation}`;
  } catch (error) {
    onFailedInvitation(error);
    return text;
  }
}

function portsOf({ port, adminPort, database }: RunningService): [number, number, ...number[]] {
  return [port, adminPort, ...database.ports];
}

function report(message: Report, sent: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, sent);
}

/** Tells a supervisor why the start failed. @throws what nobody supervises. */
function refuse(error: unknown): void {
  const sentence = startSentence(error);
  if (process.send === undefined || sentence === null) throw error;
  report({ type: 'failed', sentence }, () => process.exit(1));
}
