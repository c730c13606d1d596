import type { Environment } from '@service/contracts';
import {
  readEventKeys,
  type AuthenticationKeySettings,
  type AuthenticationKeys,
} from '@service/platform/authentication-keys';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import { OncePerName } from './once-per-name.js';
import { unpackBody, type BodyKeys } from './published-event-body.js';

const CONTEXT = 'published-event/v1';

/** The parts of a published event that its code (MAC) covers: what decides who gets which bytes, and when. */
export interface CodedPublishedEvent extends BodyKeys {
  subscription_id: string | null;
  body: string;
}

/** A row of published events: its body is compressed, and its code is null where an operator removed it. */
export type StoredPublishedEvent = Omit<CodedPublishedEvent, 'body'> & { body: Buffer; mac: string | null };

/** Columns that the code of an event covers, and the code. */
export const PUBLISHED_EVENT_COLUMNS =
  'event_id, project_id, type, subject_id, authority_id, subscription_id, body, mac';

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

  /** The body of an authentic event; null for another, or one whose body cannot be read. */
  bodyOf(event: StoredPublishedEvent): string | null {
    const body = unpackBody(event, event.body);
    if (body === null) return null;
    return this.keys.isAuthentic(event.mac, CONTEXT, this.messageOf({ ...event, body })) ? body : null;
  }

  /** The body of an authentic event; null for another, which raises an alarm. */
  check(event: StoredPublishedEvent): string | null {
    const body = this.bodyOf(event);
    if (body === null) this.alarm(event.event_id);
    return body;
  }

  /** Raises an alarm about a missing or misplaced event. */
  alarm(eventId: string): void {
    this.tell(eventId);
  }

  // JSON of strings and numbers has no line feed, so the body begins where the second line does.
  private messageOf(event: CodedPublishedEvent): string {
    const { event_id, project_id, type, subject_id, authority_id, subscription_id } = event;
    const members = [event_id, project_id, type, subject_id, authority_id, subscription_id];
    return `${JSON.stringify([this.environment, ...members])}\n${event.body}`;
  }
}

interface PublishedEventAuthenticationOptions {
  settings: AuthenticationKeySettings;
  logger: Pick<Logger, 'error'>;
  /** Absent in a command. */
  metrics?: Pick<Metrics, 'counter'>;
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
  metrics?.counter(FORGED_PUBLISHED_EVENTS, () => forged.count);
  return new PublishedEventAuthentication(keys, environment, (event_id) => {
    forged.run(event_id, () =>
      logger.error({ event_id }, 'Stored data was tampered with: a published event was forged or removed.'),
    );
  });
}

const FORGED_PUBLISHED_EVENTS = {
  name: 'published_events_forged_total',
  help: 'Forged or removed published events that this process has found; they are neither delivered nor shown.',
} as const;
