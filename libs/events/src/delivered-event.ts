import { parseStrictJson } from '@service/evidence/primitives';
import { DeliveryError } from './delivery-error.js';

// A byte order mark is kept, so that the parser refuses it in bytes as in a text (RFC 8259, section 8.1).
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What an event tells of its transition, as JSON Schema 2020-12; a member is left out where there is nothing to tell. */
export const CHANGE_MEMBERS = {
  previous_state: {
    type: 'string',
    description: 'State of the record or authority before the event; left out for its first.',
  },
  reason: {
    type: 'string',
    description:
      'Why; left out where there is none, or it was erased. The SHA-256 of `reason_salt`, a line feed and `reason` is the element’s `reason_digest`.',
  },
  reason_salt: { type: 'string', description: 'Random; comes and is erased with the reason.' },
  successor_id: {
    type: 'string',
    minLength: 1,
    description: 'The record that took the place of a superseded one.',
  },
} as const;

export type EventChange = { [Name in keyof typeof CHANGE_MEMBERS]?: string };

/** The event in a delivery. Specification, section 6; a release may add members. */
export interface DeliveredEvent extends EventChange {
  /** The same in every delivery of the event; receivers recognise repeated deliveries by it. */
  id: string;
  /** `service.<domain>.<event-name>`. */
  type: string;
  record_id: string;
  state: string;
  evidence: { provenance: Record<string, unknown>; authority: Record<string, unknown> };
  /** ISO 8601, UTC. */
  occurred_at: string;
  /** What changed. Versions count from 1 without gaps. */
  subject: { type: string; id: string; version: number };
  /** Present in tests alone: what they tell of does not exist. */
  test?: true;
}

/** Reads the event of a verified body: I-JSON (RFC 7493), so that all receivers read the same.
 *  @throws DeliveryError `body.malformed`. */
export function readEvent(body: string | Uint8Array): DeliveredEvent {
  const event = parse(body)?.event;
  if (event === null || typeof event !== 'object' || typeof (event as DeliveredEvent).id !== 'string') {
    throw new DeliveryError('body.malformed', 'The body is not JSON with an event.');
  }
  return event as DeliveredEvent;
}

function parse(body: string | Uint8Array): { event?: unknown } | null {
  try {
    const text = typeof body === 'string' ? body : UTF8.decode(body);
    return parseStrictJson(text) as { event?: unknown } | null;
  } catch {
    return null;
  }
}
