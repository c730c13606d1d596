import type { Digest, RevocationCause } from '@service/evidence';
import type { CredentialTerms, QuotaChange } from '../credential-terms.js';
import type { StoredSecret } from '../events/credential-events.js';
import type { EventType } from '../events/event-types.js';
import type { Invitation, OperatorKey } from '../events/operator-events.js';
import type { ProjectTerms } from '../events/project-events.js';
import type { SubscriptionSecret, SubscriptionTerms } from '../events/subscription-events.js';
import type { Metadata, MetadataChange } from '../metadata.js';
import type { RoleGrant } from '../roles.js';
import type { AuthoritySnapshot } from '../snapshots/authority-snapshot.js';
import type { CredentialSnapshot } from '../snapshots/credential-snapshot.js';
import type { OperatorSnapshot } from '../snapshots/operator-snapshot.js';
import type { ProjectSnapshot } from '../snapshots/project-snapshot.js';
import type { RecordSnapshot } from '../snapshots/record-snapshot.js';
import type { SubscriptionSnapshot } from '../snapshots/subscription-snapshot.js';

/** A change of something that exists; `expected_version` is the caller's `If-Match`, null for any version. */
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
  /** The issuer's signature, where the authority has a key: 64 bytes in base64url. */
  issuer_signature: string | null;
  /** Left out where there are none. */
  metadata?: Metadata;
}

/** Changes the metadata of a record; its version stays. */
export interface UpdateRecord {
  metadata: MetadataChange;
  expected_version: number | null;
}

/** Members left out stay as they are. */
export interface AmendRecord extends Change {
  content_digest: Digest;
  origin?: string;
  expires_at?: string | null;
  /** The issuer's signature over the amended record, where the authority has a key. */
  issuer_signature: string | null;
}

export interface SupersedeRecord extends Change {
  successor_id: string;
  /** Ids of the authorities whose records the caller may access; null for all of the project. */
  authorities: string[] | null;
}

export interface GrantAuthority {
  issuer: string;
  scope: string[];
  valid_until: string;
  /** The issuer's Ed25519 public key: 32 bytes in base64url; null where it has none. */
  public_key: string | null;
}

export interface RevokeAuthority extends Change {
  cause: RevocationCause;
  invalid_since: string | null;
}

export interface IssueCredential extends Omit<CredentialTerms, 'expires_at'> {
  /** Null for never; absent for the latest that the project allows. */
  expires_at?: string | null;
  secret: StoredSecret;
}

/** Members left out stay as they are. */
export interface UpdateCredential {
  name?: string;
  metadata?: Metadata;
  expected_version: number | null;
}

export interface RotateCredential {
  secret: StoredSecret;
  /** Seconds for which the former secret still works. */
  overlap_seconds: number;
  /** Whether to rotate although the former secret still works, which ends that one. */
  force: boolean;
  expected_version: number | null;
}

/** Invites somebody; the command's key is the id of a new operator. */
export interface InviteOperator {
  grants: RoleGrant[];
  invitation: Invitation;
}

/** A new link in the place of one that was not redeemed. */
export interface RenewInvitation {
  invitation: Invitation;
  expected_version: number | null;
}

/** Redeems an invitation by its first key; without the invitation's digest, adds one of the operator itself. */
export interface AddOperatorKey {
  key: OperatorKey;
  invitation_digest: Digest | null;
}

/** Replaces those roles that the issuer may give and take; the others stay. */
export interface ChangeRoles extends Change {
  grants: RoleGrant[];
}

/** Creates an operator authenticated by the OIDC provider, or sets exactly these roles. */
export interface ProvisionOperator {
  grants: RoleGrant[];
  key: OperatorKey;
}

/** Members left out stay as they are. */
export interface UpdateProject extends Partial<Omit<ProjectTerms, 'quota'>> {
  quota?: QuotaChange;
  expected_version: number | null;
}

/** Blocks a subject of the OAuth issuer, or unblocks it. */
export interface ChangeSubject extends Change {
  subject: string;
}

export interface CreateSubscription extends SubscriptionTerms {
  secret: SubscriptionSecret;
  /** Left out where there are none. */
  metadata?: Metadata;
}

/** Members left out stay as they are. */
export interface UpdateSubscription extends Partial<SubscriptionTerms> {
  /** These alone leave the subscription's version as it is. */
  metadata?: MetadataChange;
  expected_version: number | null;
}

export interface RotateSubscriptionSecret {
  secret: SubscriptionSecret;
  /** Seconds for which deliveries are signed with the former secret too. */
  overlap_seconds: number;
  /** Whether to rotate although the former secret still signs, which ends that. */
  force: boolean;
  expected_version: number | null;
}

/** Delivers the events of a span again; the command's key is the id of a new delivery request. */
export interface ReplayDeliveries {
  subscription_id: string;
  since: string;
  /** End of the span; null, like a time in the future, for now. */
  until: string | null;
  only_failed: boolean;
}

/** Delivers a test event; the command's key is the id of a new delivery request. */
export interface TestSubscription {
  subscription_id: string;
  /** The type of event to deliver a sample of; left out for the test itself. */
  event_type?: EventType;
}

/** Attempts a delivery now; the command's key is the id of a new delivery request. */
export interface RetryDelivery {
  subscription_id: string;
  delivery_id: string;
}

/** A request for deliveries: a test, a replay or a retry. */
export interface DeliveryRequest {
  id: string;
  subscription_id: string;
  /** Id of the request's event in the log; a test is delivered under it. */
  event_id: string;
  requested_at: string;
}

/** A requested replay with its span. */
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

/** Every command with its payload and its owner's reply. */
export interface Commands {
  'record.register': { payload: RegisterRecord; reply: RecordSnapshot };
  'record.update': { payload: UpdateRecord; reply: RecordSnapshot };
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
  'operator.invite': { payload: InviteOperator; reply: OperatorSnapshot };
  'operator.renew_invitation': { payload: RenewInvitation; reply: OperatorSnapshot };
  'operator.add_key': { payload: AddOperatorKey; reply: OperatorSnapshot };
  'operator.remove_key': { payload: { thumbprint: Digest }; reply: OperatorSnapshot };
  'operator.change_roles': { payload: ChangeRoles; reply: OperatorSnapshot };
  'operator.remove': { payload: Change; reply: OperatorSnapshot };
  'operator.provision': { payload: ProvisionOperator; reply: OperatorSnapshot };
  'project.create': { payload: { name: string }; reply: ProjectSnapshot };
  'project.update': { payload: UpdateProject; reply: ProjectSnapshot };
  'project.suspend': { payload: Change; reply: ProjectSnapshot };
  'project.resume': { payload: Change; reply: ProjectSnapshot };
  'project.block_subject': { payload: ChangeSubject; reply: ProjectSnapshot };
  'project.unblock_subject': { payload: ChangeSubject; reply: ProjectSnapshot };
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

/** Domain of a command: the first part of its type. */
export type CommandDomain = CommandType extends `${infer Domain}.${string}` ? Domain : never;
export type CommandTypeOf<Domain extends CommandDomain> = Extract<CommandType, `${Domain}.${string}`>;
/** Commands that request deliveries, and change no subscription. */
export type DeliveryRequestType = 'subscription.test' | 'subscription.replay' | 'subscription.retry';
/** Commands whose reply is the changed aggregate. */
export type AggregateCommandType = Exclude<CommandType, 'history.seal' | DeliveryRequestType>;

/** Every type of command, which the compiler checks to be complete. */
const COMMAND_TYPES: Record<CommandType, true> = {
  'record.register': true,
  'record.update': true,
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
  'operator.invite': true,
  'operator.renew_invitation': true,
  'operator.add_key': true,
  'operator.remove_key': true,
  'operator.change_roles': true,
  'operator.remove': true,
  'operator.provision': true,
  'project.create': true,
  'project.update': true,
  'project.suspend': true,
  'project.resume': true,
  'project.block_subject': true,
  'project.unblock_subject': true,
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

/** The types of all commands of a domain, for the handlers of its owner. */
export function commandTypesOf(domain: CommandDomain): string[] {
  return Object.keys(COMMAND_TYPES).filter((type) => type.startsWith(`${domain}.`));
}
