import type { EventLogName } from './event-feed.js';

/** The domains of each log's events; a domain is the second part of an event's type. */
export const LOG_DOMAINS = {
  credential_authority: ['project', 'authority', 'credential', 'key'],
  record_store: ['record'],
  webhook_dispatcher: ['subscription'],
} as const satisfies Record<EventLogName, readonly string[]>;

/** Domain of an event, `service.<domain>.<name>`, or of a command, `<domain>.<name>`. */
export function domainOf(type: string): string {
  const [first, second] = type.split('.');
  return (first === 'service' ? second : first) ?? '';
}
