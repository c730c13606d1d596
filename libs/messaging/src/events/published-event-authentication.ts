import type { Environment } from '@service/contracts';
import {
  readEventKeys,
  type AuthenticationKeySettings,
  type AuthenticationKeys,
} from '@service/platform/authentication-keys';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import { OncePerName } from './once-per-name.js';

const CONTEXT = 'published-event/v1';

/**
 * The parts of a published event that its code (MAC) covers: all that decides who gets it, when, and in which bytes.
 */
export interface CodedPublishedEvent {
  event_id: string;
  project_id: string;
  type: string;
  subject_id: string;
  subject_version: number;
  authority_id: string | null;
  subscription_id: string | null;
  body: string;
}

/** Columns that the code of an event covers, and the code. */
export const PUBLISHED_EVENT_COLUMNS =
  'event_id, project_id, type, subject_id, subject_version, authority_id, subscription_id, body, mac';

/**
 * Makes and checks the codes (MACs) of published events: the dispatcher and the gateway send no event without a valid
 * one.
 */
export class PublishedEventAuthentication {
  /** @param tell is called for every event that is not authentic, each time. */
  constructor(
    private readonly keys: Pick<AuthenticationKeys, 'code' | 'isAuthentic'>,
    private readonly environment: Environment,
    private readonly tell: (eventId: string) => void = () => undefined,
  ) {}

  codeOf(event: CodedPublishedEvent): string {
    return this.keys.code(CONTEXT, this.messageOf(event));
  }

  isAuthentic(event: CodedPublishedEvent & { mac: string | null }): boolean {
    return this.keys.isAuthentic(event.mac, CONTEXT, this.messageOf(event));
  }

  /** Whether an event is authentic; raises an alarm where it is not. */
  check(event: CodedPublishedEvent & { mac: string | null }): boolean {
    const authentic = this.isAuthentic(event);
    if (!authentic) this.alarm(event.event_id);
    return authentic;
  }

  /** Raises an alarm about a missing or misplaced event. */
  alarm(eventId: string): void {
    this.tell(eventId);
  }

  // JSON of strings and numbers has no line feed, so the body begins where the second line does.
  private messageOf(event: CodedPublishedEvent): string {
    const { event_id, project_id, type, subject_id, subject_version, authority_id, subscription_id } = event;
    const members = [event_id, project_id, type, subject_id, subject_version, authority_id, subscription_id];
    return `${JSON.stringify([this.environment, ...members])}\n${event.body}`;
  }
}

interface PublishedEventAuthenticationOptions {
  settings: AuthenticationKeySettings;
  logger: Pick<Logger, 'error'>;
  /** Absent in a command. */
  metrics?: Pick<Metrics, 'gauge'>;
}

/**
 * Reads the dispatcher’s event keys, under which published events have their codes.
 * @throws StartError where a file cannot be read or is missing: `npm run migrate` and the standalone start make it.
 */
export async function readPublishedEventAuthentication({
  settings,
  logger,
  metrics,
}: PublishedEventAuthenticationOptions): Promise<PublishedEventAuthentication> {
  const { environment } = settings;
  const keys = await readEventKeys(settings, 'webhook_dispatcher', () => Promise.resolve(true));
  const forged = new OncePerName();
  metrics?.gauge(FORGED_PUBLISHED_EVENTS, () => [{ labels: { environment }, value: forged.count }]);
  return new PublishedEventAuthentication(keys, environment, (event_id) => {
    forged.run(event_id, () =>
      logger.error({ event_id }, 'Stored data was tampered with: a published event was forged or removed.'),
    );
  });
}

const FORGED_PUBLISHED_EVENTS = {
  name: 'published_events_forged',
  help: 'Forged or removed published events that this process has found; they are neither delivered nor shown.',
  labels: ['environment'],
} as const;
