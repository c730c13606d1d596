import {
  LINK_PROOFS,
  LINK_SHOWS,
  ServiceError,
  foldLink,
  invalidRequest,
  linkStateAt,
  momentAfter,
  requireFuture,
  type Command,
  type CommandTypeOf,
  type CreateLink,
  type LinkEvent,
  type LinkSnapshot,
} from '@service/contracts';

export type LinkCommand = Command<CommandTypeOf<'link'>> | { type: 'link.expire' };

/** The facts that a decision depends on, besides the link and the command. */
export interface LinkFacts {
  /** Time of the owner's database. */
  now: Date;
  link_id: string;
  project_id: string;
  created_by: string;
  /** Whether the record has fewer links than it may have. */
  has_room: boolean;
}

/** The link after one more event. */
export function evolve(link: LinkSnapshot | null, event: LinkEvent): LinkSnapshot {
  return foldLink(link ?? undefined, event, (link?.version ?? 0) + 1);
}

/**
 * Decides a command on a link. A link that has ended does not change any more.
 * @param link null for a new one.
 * @throws ServiceError the refusal.
 */
export function decide(link: LinkSnapshot | null, command: LinkCommand, facts: LinkFacts): LinkEvent[] {
  if (command.type === 'link.create') {
    if (link !== null) throw invalidRequest('link', 'exists already');
    return [create(command.payload, facts)];
  }
  if (link === null || (command.type === 'link.revoke' && link.project_id !== facts.project_id)) {
    throw new ServiceError('link.not_found');
  }
  if (link.state !== 'active') return [];
  const now = momentAfter(link.updated_at, facts.now);
  const occurred_at = now.toISOString();
  if (linkStateAt(link, now) === 'expired') return [{ type: 'service.link.expired', occurred_at }];
  if (command.type === 'link.expire') return [];
  return [{ type: 'service.link.revoked', reason: command.payload.reason, occurred_at }];
}

const HMAC = /^[0-9a-f]{64}$/;
const PEPPER_ID = /^[0-9a-f]{16}$/;

/** A forged command can have any form. */
function create(
  wanted: CreateLink,
  { now, link_id, project_id, created_by, has_room }: LinkFacts,
): LinkEvent {
  const { record_id, authority_id, shows, proof, expires_at, secret } = wanted;
  if (!HMAC.test(secret.hmac) || !PEPPER_ID.test(secret.pepper_id))
    throw invalidRequest('secret', 'is not sealed');
  if (!LINK_PROOFS.includes(proof)) throw invalidRequest('proof', 'is unknown');
  if (new Set(shows).size !== shows.length || shows.some((each) => !LINK_SHOWS.includes(each))) {
    throw invalidRequest('shows', 'has a part that is unknown or repeated');
  }
  if (expires_at !== null) requireFuture('expires_at', expires_at, now);
  if (!has_room) throw new ServiceError('link.limit_reached');
  const terms = { record_id, authority_id, shows, proof, expires_at };
  const occurred_at = now.toISOString();
  return { type: 'service.link.created', link_id, project_id, ...terms, secret, created_by, occurred_at };
}
