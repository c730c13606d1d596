import { EVENT_LOGS, type EventLogName } from './event-feed.js';

/** The domains of each log's events; a domain is the second part of an event's type. */
export const LOG_DOMAINS = {
  credential_authority: ['project', 'authority', 'credential', 'operator', 'key', 'link'],
  record_store: ['record'],
  webhook_dispatcher: ['subscription'],
} as const satisfies Record<EventLogName, readonly string[]>;

/**
 * The app that handles a command; record-store handles those of the history, which has no events.
 * @throws TypeError for an unknown domain.
 */
export function ownerOf(type: string): EventLogName {
  const domain = domainOf(type);
  if (domain === 'history') return 'record_store';
  const found = EVENT_LOGS.find((log) => LOG_DOMAINS[log].some((each) => each === domain));
  if (found === undefined) throw new TypeError(`No app handles ${type}.`);
  return found;
}

/** Domain of an event, `service.<domain>.<name>`, or of a command, `<domain>.<name>`. */
export function domainOf(type: string): string {
  const [first, second] = type.split('.');
  return (first === 'service' ? second : first) ?? '';
}
