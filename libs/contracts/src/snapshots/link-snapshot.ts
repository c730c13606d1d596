import type { LinkEvent, LinkSecret, LinkState, LinkTerms } from '../events/link-events.js';

/** A link after its events so far. */
export interface LinkSnapshot extends LinkTerms {
  id: string;
  project_id: string;
  secret: LinkSecret;
  state: LinkState;
  version: number;
  /** Why it was revoked. */
  reason: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
}

/**
 * The link after one more event.
 * @throws TypeError where the stream does not begin with the creation.
 */
export function foldLink(before: LinkSnapshot | undefined, event: LinkEvent, version: number): LinkSnapshot {
  const updated_at = event.occurred_at;
  if (event.type === 'service.link.created') {
    const { project_id, record_id, authority_id, shows, proof, expires_at, secret, created_by } = event;
    return {
      id: event.link_id,
      project_id,
      record_id,
      authority_id,
      shows,
      proof,
      expires_at,
      secret,
      state: 'active',
      version,
      reason: null,
      created_by,
      created_at: updated_at,
      updated_at,
    };
  }
  if (before === undefined) throw new TypeError('A link begins with its creation.');
  const after = { ...before, version, updated_at };
  switch (event.type) {
    case 'service.link.expired':
      return { ...after, state: 'expired' };
    case 'service.link.revoked':
      return { ...after, state: 'revoked', reason: event.reason };
  }
}

/** State at a time: `expired` from the expiry on. */
export function linkStateAt({ state, expires_at }: LinkSnapshot, at: Date): LinkState {
  const isDue = expires_at !== null && Date.parse(expires_at) <= at.getTime();
  return state === 'active' && isDue ? 'expired' : state;
}
