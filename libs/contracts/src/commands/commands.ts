import { RECORD_ACTIONS, type Digest, type PlainRecordAction, type RevocationCause } from '@service/evidence';
import type { CredentialTerms, QuotaChange } from '../credential-terms.js';
import type { DeliveryState } from '../delivery-states.js';
import type { StoredSecret } from '../events/credential-events.js';
import type { EventType } from '../events/event-types.js';
import type { LinkSecret, LinkTerms } from '../events/link-events.js';
import type { Invitation, OperatorKey } from '../events/operator-events.js';
import type { ProjectTerms } from '../events/project-events.js';
import type { SubscriptionSecret, SubscriptionTerms } from '../events/subscription-events.js';
import type { Metadata, MetadataChange } from '../metadata.js';
import type { RoleGrant } from '../roles.js';
import type { AuthoritySnapshot } from '../snapshots/authority-snapshot.js';
import type { CredentialSnapshot } from '../snapshots/credential-snapshot.js';
import type { LinkSnapshot } from '../snapshots/link-snapshot.js';
import type { OperatorSnapshot } from '../snapshots/operator-snapshot.js';
import type { ProjectSnapshot } from '../snapshots/project-snapshot.js';
import type { RecordSnapshot } from '../snapshots/record-snapshot.js';
import type { SubscriptionSnapshot } from '../snapshots/subscription-snapshot.js';

/** A change of something that exists; `expected_version` is the caller's `If-Match`, null for any version. */
export interface Change {
  reason: string;
  expected_version: number | null;
}

/** The issuer's signature over a transition, and the place in the history that it was made for. */
export interface IssuerSigned {
  /** 64 bytes in base64url. */
  signature: string;
  sequence: number;
  previous: string;
}

/** A transition of a record; `signed` is left out where its issuer did not sign it. */
export interface RecordChange extends Change {
  signed?: IssuerSigned;
}

export interface RegisterRecord {
  authority_id: string;
  origin: string;
  content_digest: Digest;
  external_id: string | null;
  expires_at: string | null;
  /** The issuer's signature, where the authority has a key: 64 bytes in base64url. */
  issuer_signature: string | null;
  /** Left out if there is no metadata. */
  metadata?: Metadata;
}

/** Changes the metadata of a record; its version stays. */
export interface UpdateRecord {
  metadata: MetadataChange;
  expected_version: number | null;
}

/** Members left out stay as they are. */
export interface AmendRecord extends RecordChange {
  content_digest: Digest;
  origin?: string;
  expires_at?: string | null;
}

export interface SupersedeRecord extends RecordChange {
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
  metadata?: MetadataChange;
  expected_version: number | null;
}

export interface RotateCredential {
  secret: StoredSecret;
  /** Seconds for which the old secret still works. */
  overlap_seconds: number;
  /** Whether to rotate even while the old secret still works; it then ends at once. */
  force: boolean;
  expected_version: number | null;
}

/** The sender has found the record in the project, and made the link's id. */
export interface CreateLink extends LinkTerms {
  secret: LinkSecret;
}

/** Invites somebody; the command's key is the id of a new operator. */
export interface InviteOperator {
  grants: RoleGrant[];
  invitation: Invitation;
}

/** Replaces the link of an invitation that was not redeemed. */
export interface RenewInvitation {
  invitation: Invitation;
  expected_version: number | null;
}

/** Redeems an invitation with a first key; without an invitation's digest, adds a key to an active operator. */
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
  /** Left out if there is no metadata. */
  metadata?: Metadata;
}

/** Members left out stay as they are. */
export interface UpdateSubscription extends Partial<SubscriptionTerms> {
  /** A change of metadata alone leaves the subscription's version as it is. */
  metadata?: MetadataChange;
  expected_version: number | null;
}

export interface RotateSubscription {
  secret: SubscriptionSecret;
  /** Seconds for which deliveries are signed with the old secret too. */
  overlap_seconds: number;
  /** Whether to rotate even while the old secret still signs; it then ends at once. */
  force: boolean;
  expected_version: number | null;
}

/** Delivers the events of a span again; the command's key is the id of a new delivery request. */
export interface ReplayDeliveries {
  subscription_id: string;
  from: string;
  /** End of the span; null, like a time in the future, for now. */
  to: string | null;
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
  /** The delivery as the sender read it. */
  state: DeliveryState;
  blocked_by: string | null;
}

/** A request for deliveries: a test, a replay or a retry. */
export interface DeliveryRequest {
  id: string;
  subscription_id: string;
  /** Id of the request's event in the log; a test is delivered under it. */
  event_id: string;
  created_at: string;
}

/** A requested replay with its span. */
export interface RequestedReplay extends DeliveryRequest {
  from: string;
  to: string;
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

/** Declares the types of a command, for the compiler only: its payload, and its owner's reply. */
const command = <Payload, Reply>() => ({}) as { payload: Payload; reply: Reply };

/** Transitions of records that need nothing but a reason. */
type PlainTransitions = Record<
  `record.${PlainRecordAction}`,
  { payload: RecordChange; reply: RecordSnapshot }
>;

const COMMANDS = {
  ...(Object.fromEntries(RECORD_ACTIONS.map((action) => [`record.${action}`, {}])) as PlainTransitions),
  'record.register': command<RegisterRecord, RecordSnapshot>(),
  'record.update': command<UpdateRecord, RecordSnapshot>(),
  'record.amend': command<AmendRecord, RecordSnapshot>(),
  'record.supersede': command<SupersedeRecord, RecordSnapshot>(),
  'authority.grant': command<GrantAuthority, AuthoritySnapshot>(),
  'authority.renew': command<Change & { valid_until: string }, AuthoritySnapshot>(),
  'authority.rescope': command<Change & { scope: string[] }, AuthoritySnapshot>(),
  'authority.suspend': command<Change, AuthoritySnapshot>(),
  'authority.reinstate': command<Change, AuthoritySnapshot>(),
  'authority.revoke': command<RevokeAuthority, AuthoritySnapshot>(),
  'credential.issue': command<IssueCredential, CredentialSnapshot>(),
  'credential.update': command<UpdateCredential, CredentialSnapshot>(),
  'credential.rotate': command<RotateCredential, CredentialSnapshot>(),
  'credential.revoke': command<Change, CredentialSnapshot>(),
  'link.create': command<CreateLink, LinkSnapshot>(),
  'link.revoke': command<Pick<Change, 'reason'>, LinkSnapshot>(),
  'operator.invite': command<InviteOperator, OperatorSnapshot>(),
  'operator.renew_invitation': command<RenewInvitation, OperatorSnapshot>(),
  'operator.add_key': command<AddOperatorKey, OperatorSnapshot>(),
  'operator.remove_key': command<{ thumbprint: Digest }, OperatorSnapshot>(),
  'operator.change_roles': command<ChangeRoles, OperatorSnapshot>(),
  'operator.remove': command<Change, OperatorSnapshot>(),
  'operator.provision': command<ProvisionOperator, OperatorSnapshot>(),
  'project.create': command<{ name: string }, ProjectSnapshot>(),
  'project.update': command<UpdateProject, ProjectSnapshot>(),
  'project.suspend': command<Change, ProjectSnapshot>(),
  'project.resume': command<Change, ProjectSnapshot>(),
  'project.block_subject': command<ChangeSubject, ProjectSnapshot>(),
  'project.unblock_subject': command<ChangeSubject, ProjectSnapshot>(),
  'subscription.create': command<CreateSubscription, SubscriptionSnapshot>(),
  'subscription.update': command<UpdateSubscription, SubscriptionSnapshot>(),
  'subscription.rotate': command<RotateSubscription, SubscriptionSnapshot>(),
  'subscription.disable': command<Change, SubscriptionSnapshot>(),
  'subscription.enable': command<Pick<Change, 'expected_version'>, SubscriptionSnapshot>(),
  'subscription.revoke': command<Change, SubscriptionSnapshot>(),
  'subscription.test': command<TestSubscription, DeliveryRequest>(),
  'subscription.replay': command<ReplayDeliveries, RequestedReplay>(),
  'subscription.retry': command<RetryDelivery, DeliveryRequest>(),
  'history.seal': command<SealHistory, StoredSeal>(),
};

/** Every command with its payload and its owner's reply. */
export type Commands = typeof COMMANDS;

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

/** The types of all commands of a domain, for the handlers of its owner. */
export function commandTypesOf(domain: CommandDomain): string[] {
  return Object.keys(COMMANDS).filter((type) => type.startsWith(`${domain}.`));
}
