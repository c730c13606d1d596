import type { Digest, RevocationCause } from '@service/evidence';
import type { CredentialTerms, QuotaChange } from '../credential-terms.js';
import type { StoredSecret } from '../events/credential-events.js';
import type { ProjectTerms } from '../events/project-events.js';
import type { SubscriptionSecret, SubscriptionTerms } from '../events/subscription-events.js';
import type { AuthoritySnapshot } from '../snapshots/authority-snapshot.js';
import type { CredentialSnapshot } from '../snapshots/credential-snapshot.js';
import type { ProjectSnapshot } from '../snapshots/project-snapshot.js';
import type { RecordSnapshot } from '../snapshots/record-snapshot.js';
import type { SubscriptionSnapshot } from '../snapshots/subscription-snapshot.js';

/** Changes what exists; `expected_version` is the caller's `If-Match`, null where any version will do. */
export interface Change {
  reason: string;
  expected_version: number | null;
}

export interface RegisterRecord {
  authority_id: string;
  origin: string;
  content_digest: Digest;
  external_id: string | null;
  expires_at: string | null;
  /** The authority's own, where it has a key: 64 bytes in base64url. */
  issuer_signature: string | null;
}

/** Members left out stay as they are. */
export interface AmendRecord extends Change {
  content_digest: Digest;
  origin?: string;
  expires_at?: string | null;
  /** The authority's own over the record as it is amended, where the authority has a key. */
  issuer_signature: string | null;
}

export interface SupersedeRecord extends Change {
  successor_id: string;
  /** Ids of the authorities whose records the caller reaches; null for all of the project. */
  authorities: string[] | null;
}

export interface GrantAuthority {
  issuer: string;
  scope: string[];
  valid_until: string;
  /** Ed25519 key that its issuer signs with: 32 bytes in base64url; null where it has none. */
  public_key: string | null;
}

export interface RevokeAuthority extends Change {
  cause: RevocationCause;
  invalid_since: string | null;
}

export interface IssueCredential extends Omit<CredentialTerms, 'expires_at'> {
  /** Null for never; left out, it is the latest that the project allows. */
  expires_at?: string | null;
  secret: StoredSecret;
}

/** Members left out stay as they are. */
export interface UpdateCredential {
  name?: string;
  metadata?: Record<string, string>;
  expected_version: number | null;
}

export interface RotateCredential {
  secret: StoredSecret;
  /** Seconds for which the secret before still works. */
  overlap_seconds: number;
  expected_version: number | null;
}

/** Members left out stay as they are. */
export interface UpdateProject extends Partial<Omit<ProjectTerms, 'quota'>> {
  quota?: QuotaChange;
  expected_version: number | null;
}

export interface CreateSubscription extends SubscriptionTerms {
  secret: SubscriptionSecret;
}

/** Members left out stay as they are. */
export interface UpdateSubscription extends Partial<SubscriptionTerms> {
  expected_version: number | null;
}

export interface RotateSubscriptionSecret {
  secret: SubscriptionSecret;
  /** Seconds for which deliveries are signed by the secret before as well. */
  overlap_seconds: number;
  expected_version: number | null;
}

/** Has what happened in a span delivered once more; the command's key is a new delivery request's id. */
export interface ReplayDeliveries {
  subscription_id: string;
  since: string;
  /** Null, like a moment that is yet to come, for up to now. */
  until: string | null;
  only_failed: boolean;
}

/** Has a test event delivered; the command's key is a new delivery request's id. */
export interface TestSubscription {
  subscription_id: string;
}

/** Has a delivery attempted now; the command's key is a new delivery request's id. */
export interface RetryDelivery {
  subscription_id: string;
  delivery_id: string;
}

/** What was asked for by a test, a replay or a retry. */
export interface DeliveryRequest {
  id: string;
  subscription_id: string;
  /** Of the log's event that says so; a test's is delivered under it. */
  event_id: string;
  requested_at: string;
}

/** A replay, with the span that it came to. */
export interface RequestedReplay extends DeliveryRequest {
  since: string;
  until: string;
  only_failed: boolean;
}

/** Adds a seal of the interaction history to the transparency log. */
export interface SealHistory {
  number: number;
  /** Digest of the seal's text. */
  digest: Digest;
}

/** The seal that is stored under a number; its digest is null where the number was skipped. */
export interface StoredSeal {
  number: number;
  digest: Digest | null;
}

/** Every command with what it carries and what its owner answers. */
export interface Commands {
  'record.register': { payload: RegisterRecord; reply: RecordSnapshot };
  'record.amend': { payload: AmendRecord; reply: RecordSnapshot };
  'record.suspend': { payload: Change; reply: RecordSnapshot };
  'record.reinstate': { payload: Change; reply: RecordSnapshot };
  'record.supersede': { payload: SupersedeRecord; reply: RecordSnapshot };
  'record.revoke': { payload: Change; reply: RecordSnapshot };
  'authority.grant': { payload: GrantAuthority; reply: AuthoritySnapshot };
  'authority.renew': { payload: Change & { valid_until: string }; reply: AuthoritySnapshot };
  'authority.rescope': { payload: Change & { scope: string[] }; reply: AuthoritySnapshot };
  'authority.suspend': { payload: Change; reply: AuthoritySnapshot };
  'authority.reinstate': { payload: Change; reply: AuthoritySnapshot };
  'authority.revoke': { payload: RevokeAuthority; reply: AuthoritySnapshot };
  'credential.issue': { payload: IssueCredential; reply: CredentialSnapshot };
  'credential.update': { payload: UpdateCredential; reply: CredentialSnapshot };
  'credential.rotate': { payload: RotateCredential; reply: CredentialSnapshot };
  'credential.revoke': { payload: Change; reply: CredentialSnapshot };
  'project.create': { payload: { name: string }; reply: ProjectSnapshot };
  'project.update': { payload: UpdateProject; reply: ProjectSnapshot };
  'project.suspend': { payload: Change; reply: ProjectSnapshot };
  'project.resume': { payload: Change; reply: ProjectSnapshot };
  'subscription.create': { payload: CreateSubscription; reply: SubscriptionSnapshot };
  'subscription.update': { payload: UpdateSubscription; reply: SubscriptionSnapshot };
  'subscription.rotate_secret': { payload: RotateSubscriptionSecret; reply: SubscriptionSnapshot };
  'subscription.disable': { payload: Change; reply: SubscriptionSnapshot };
  'subscription.enable': { payload: Change; reply: SubscriptionSnapshot };
  'subscription.revoke': { payload: Change; reply: SubscriptionSnapshot };
  'subscription.test': { payload: TestSubscription; reply: DeliveryRequest };
  'subscription.replay': { payload: ReplayDeliveries; reply: RequestedReplay };
  'subscription.retry': { payload: RetryDelivery; reply: DeliveryRequest };
  'history.seal': { payload: SealHistory; reply: StoredSeal };
}

export type CommandType = keyof Commands;
export type CommandPayload<Type extends CommandType> = Commands[Type]['payload'];
export type CommandReply<Type extends CommandType> = Commands[Type]['reply'];

/** What a command can concern, as the first part of its type says. */
export type CommandDomain = CommandType extends `${infer Domain}.${string}` ? Domain : never;
export type CommandTypeOf<Domain extends CommandDomain> = Extract<CommandType, `${Domain}.${string}`>;
/** Commands that ask for deliveries, and change no subscription. */
export type DeliveryRequestType = 'subscription.test' | 'subscription.replay' | 'subscription.retry';
/** Commands that an aggregate answers with what it has become. */
export type AggregateCommandType = Exclude<CommandType, 'history.seal' | DeliveryRequestType>;

/** Every type of command: the compiler asks for each. */
const COMMAND_TYPES: Record<CommandType, true> = {
  'record.register': true,
  'record.amend': true,
  'record.suspend': true,
  'record.reinstate': true,
  'record.supersede': true,
  'record.revoke': true,
  'authority.grant': true,
  'authority.renew': true,
  'authority.rescope': true,
  'authority.suspend': true,
  'authority.reinstate': true,
  'authority.revoke': true,
  'credential.issue': true,
  'credential.update': true,
  'credential.rotate': true,
  'credential.revoke': true,
  'project.create': true,
  'project.update': true,
  'project.suspend': true,
  'project.resume': true,
  'subscription.create': true,
  'subscription.update': true,
  'subscription.rotate_secret': true,
  'subscription.disable': true,
  'subscription.enable': true,
  'subscription.revoke': true,
  'subscription.test': true,
  'subscription.replay': true,
  'subscription.retry': true,
  'history.seal': true,
};

/** The types of all commands of a domain, for its owner to listen to. */
export function commandTypesOf(domain: CommandDomain): string[] {
  return Object.keys(COMMAND_TYPES).filter((type) => type.startsWith(`${domain}.`));
}
