import { EventAuthentication, type ForgedResult, type RecordedEvent } from '@service/event-store';
import { readEventKeys, type AuthenticationKeySettings } from '@service/platform/authentication-keys';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import type { EventLogName } from './event-feed.js';
import { OncePerName } from './once-per-name.js';

/** The logs with events that hold data instead of elements. */
export const DATA_LOGS = ['credential_authority', 'webhook_dispatcher'] as const;

/** The authentication of the events of each log that an app reads. */
export type EventAuthentications = Readonly<Partial<Record<EventLogName, EventAuthentication>>>;

type ForgedEvent = Pick<RecordedEvent, 'stream_id' | 'version' | 'event_id'>;

/** A log with data events. */
type DataLog = (typeof DATA_LOGS)[number];

export interface EventAuthenticationOptions<Log extends DataLog = DataLog> {
  settings: AuthenticationKeySettings;
  /** The logs that the app reads. */
  logs?: readonly Log[];
  logger: Pick<Logger, 'error'>;
  /** Absent in a command. */
  metrics?: Pick<Metrics, 'counter'>;
}

/**
 * Reads the event keys of the owners of some logs. A forged event or result of a command raises an alarm once, and has no
 * effect.
 * @throws StartError where a file cannot be read or is missing: `npm run migrate` and the standalone start make it.
 */
export async function readEventAuthentications<Log extends DataLog = DataLog>({
  settings,
  logs = DATA_LOGS as unknown as readonly Log[],
  logger,
  metrics,
}: EventAuthenticationOptions<Log>): Promise<Readonly<Record<Log, EventAuthentication>>> {
  const forgedResults = new OncePerName();
  metrics?.counter(FORGED_RESULTS, () => forgedResults.count);
  const alarmOfResult = (result: ForgedResult): void =>
    forgedResults.run(`${result.log}/${result.key}`, () =>
      logger.error(result, 'Stored data was tampered with: the result of a command.'),
    );
  const all = logs.map(async (log) => {
    const keys = await readEventKeys(settings, log, () => Promise.resolve(true));
    const forged = new OncePerName();
    const alarm = ({ stream_id, version, event_id }: ForgedEvent): void =>
      forged.run(event_id, () =>
        logger.error({ log, stream_id, version, event_id }, 'Stored data was tampered with: a forged event.'),
      );
    const authentication = new EventAuthentication(keys, alarm, alarmOfResult);
    metrics?.counter(FORGED_EVENTS, () => [{ labels: { log }, value: forged.count }]);
    return [log, authentication] as const;
  });
  return Object.fromEntries(await Promise.all(all)) as Record<Log, EventAuthentication>;
}

const FORGED_EVENTS = {
  name: 'event_log_forged_events_total',
  help: 'Forged events that this process has read in a log; they have no effect.',
  labels: ['log'],
} as const;

const FORGED_RESULTS = {
  name: 'command_results_forged_total',
  help: 'Stored results of commands, written by somebody else, that this process has read; none is answered.',
} as const;
