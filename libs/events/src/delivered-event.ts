import { DeliveryError } from './delivery-error.js';
import type { RawBody } from './signed-content.js';

/** The event in a delivery. Specification, section 6; a release may add members. */
export interface DeliveredEvent {
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
  /** State before the event; left out for the first event, and where the subject is neither a record nor an authority. */
  previous_state?: string;
  /** Why; left out where there is none, or it was erased. `<reason_salt>` LF `<reason>` hashes to the element's `reason_digest`. */
  reason?: string;
  reason_salt?: string;
  /** The record that took the place of a superseded one. */
  successor_id?: string;
  /** Present in tests alone: what they tell of does not exist. */
  test?: true;
}

/** Reads the event of a verified body.
 *  @throws DeliveryError `body.malformed`. */
export function readEvent(body: RawBody): DeliveredEvent {
  const event = parse(body)?.event;
  if (event === null || typeof event !== 'object' || typeof (event as DeliveredEvent).id !== 'string') {
    throw new DeliveryError('body.malformed', 'The body is not JSON with an event.');
  }
  return event as DeliveredEvent;
}

function parse(body: RawBody): { event?: unknown } | null {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    return JSON.parse(text) as { event?: unknown } | null;
  } catch {
    return null;
  }
}
