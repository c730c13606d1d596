import type { Schemas } from '../../api/client.js';

type Attempt = Schemas['Delivery']['attempts'][number];

/** Texts for the reasons of a missing or incomplete answer. */
const ERRORS: Readonly<Record<string, string>> = {
  endpoint_not_allowed: 'endpoint not allowed',
  name_not_resolved: 'name has no allowed address',
  connection_failed: 'no connection',
  tls_failed: 'TLS failed',
  timeout: 'timeout',
  closed_early: 'closed early',
  answer_malformed: 'answer not HTTP',
  answer_too_large: 'answer too large',
  event_not_kept: 'event no longer stored',
};

/** Outcome of an attempt: the status of the answer, or why there was none. */
export function outcomeOf({ status, error }: Pick<Attempt, 'status' | 'error'>): string {
  const told = error === null ? null : (ERRORS[error] ?? error);
  if (status === null) return told ?? 'no answer';
  return told === null ? String(status) : `${status}, ${told}`;
}

/** What is wrong with an endpoint, by its last attempt. */
export function faultOf(attempt: Pick<Attempt, 'status' | 'error'>): string {
  const outcome = outcomeOf(attempt);
  return attempt.status === null
    ? `The endpoint gives no answer (${outcome})`
    : `The endpoint answers ${outcome}`;
}

/** The state of a subscription; an active one whose endpoint has failed since its last success is failing. */
export function standingOf({ state }: { state: string }, failures = 0): string {
  return state === 'active' && failures > 0 ? 'failing' : state;
}

/** Whether the receiver acknowledged it. */
export function isAcknowledged({ status, error }: Pick<Attempt, 'status' | 'error'>): boolean {
  return status !== null && status >= 200 && status < 300 && (error === null || error === 'answer_too_large');
}
