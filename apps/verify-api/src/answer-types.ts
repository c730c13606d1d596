import type { Explanation } from './mcp/explain-error.js';
import type {
  AuthoritySnapshot,
  EventDomain,
  EventType,
  ProjectSnapshot,
  RoleGrant,
} from '@service/contracts';
import type {
  AuthorityElement,
  BundledAnswer,
  EvidenceBundle,
  KeyElement,
  Receipt,
  RecordElement,
  ShownAuthority,
  Verdict,
  VerificationEnvelope,
} from '@service/evidence';
import type { DayCheck, ShownInteraction, Usage } from '@service/history';
import type { IssuedCredential, UsedCredential } from './credentials/shown-credential.js';
import type { ShownDelivery } from './deliveries/deliveries.js';
import type { Exactly, Form } from './schemas/from-schema.js';
import type { Answer, SchemaName } from './schemas/schemas.js';
import type { ErrorBody } from './operations/error-body.js';
import type { Page } from './inputs/pagination.js';
import type { ShownOperator } from './operators/shown-operator.js';
import type { ShownRecord } from './records/shown-record.js';
import type { ShownReplay } from './subscriptions/shown-replay.js';
import type { ShownSubscription, SubscriptionWithSecret } from './subscriptions/shown-subscription.js';

/** Marks a type of the code, which the compiler compares with the type of a schema. */
export const exactly = <Type>(): Exactly<Form<Type>> => ({});

/** A bundle of this service, whose answer is always from verify; verifiers accept bundles of other routes too. */
type ServedBundle = Omit<EvidenceBundle, 'answer'> & {
  answer: Omit<BundledAnswer, 'body' | 'request'> & {
    body: VerificationEnvelope;
    request: { method: 'POST'; path: '/v1/records/verify'; body: { record_id: string } };
  };
};

type Nothing = Record<string, never>;

interface EventEvidence<Element> {
  provenance: { origin: string; chain: Element[]; verified: boolean };
  authority: ShownAuthority | Nothing;
}

/** An event as webhook-dispatcher renders it. */
interface ShownEvent {
  id: string;
  type: EventType;
  record_id: string;
  state: string;
  evidence:
    | EventEvidence<RecordElement>
    | EventEvidence<AuthorityElement>
    | { provenance: Nothing; authority: Nothing };
  occurred_at: string;
  subject: { type: EventDomain; id: string; version: number };
  test?: true;
  previous_state?: string;
  reason?: string;
  reason_salt?: string;
  successor_id?: string;
}

/** The type of every schema: a type that is missing, or differs from its schema, does not compile. */
export const answerTypes = {
  Error: exactly<ErrorBody>(),
  RecordElement: exactly<RecordElement>(),
  AuthorityElement: exactly<AuthorityElement>(),
  KeyElement: exactly<KeyElement>(),
  ShownAuthority: exactly<ShownAuthority>(),
  Evidence: exactly<VerificationEnvelope['evidence']>(),
  Verdict: exactly<Verdict>(),
  Receipt: exactly<Receipt>(),
  Verification: exactly<VerificationEnvelope>(),
  VerificationBatch: exactly<{ data: (VerificationEnvelope | ErrorBody)[] }>(),
  EvidenceBundle: exactly<ServedBundle>(),
  Record: exactly<ShownRecord>(),
  RecordBatch: exactly<{ data: (ShownRecord | ErrorBody)[] }>(),
  RecordPage: exactly<Page<ShownRecord>>(),
  Authority: exactly<AuthoritySnapshot>(),
  AuthorityPage: exactly<Page<AuthoritySnapshot>>(),
  Credential: exactly<UsedCredential>(),
  CredentialPage: exactly<Page<UsedCredential>>(),
  IssuedCredential: exactly<IssuedCredential>(),
  Acknowledgement: exactly<Nothing>(),
  CreatedProject: exactly<{ project: ProjectSnapshot; credential: IssuedCredential }>(),
  Project: exactly<ProjectSnapshot>(),
  ProjectPage: exactly<Page<ProjectSnapshot>>(),
  Grant: exactly<RoleGrant>(),
  Operator: exactly<ShownOperator>(),
  OperatorPage: exactly<Page<ShownOperator>>(),
  InvitedOperator: exactly<{ operator: ShownOperator; invitation_link: string | null }>(),
  Event: exactly<ShownEvent>(),
  EventPage: exactly<{ data: ShownEvent[]; next_cursor: string }>(),
  Subscription: exactly<ShownSubscription>(),
  SubscriptionWithSecret: exactly<SubscriptionWithSecret>(),
  SubscriptionPage: exactly<Page<ShownSubscription>>(),
  TestRequest: exactly<{ event_id: string }>(),
  Replay: exactly<ShownReplay>(),
  ReplayPage: exactly<Page<ShownReplay>>(),
  Delivery: exactly<ShownDelivery>(),
  DeliveryPage: exactly<Page<ShownDelivery>>(),
  Interaction: exactly<ShownInteraction>(),
  InteractionPage: exactly<Page<ShownInteraction>>(),
  HistoryCheck: exactly<DayCheck>(),
  Usage: exactly<Usage>(),
  Explanation: exactly<Explanation>(),
  // The code takes these types from the schemas.
  OwnProject: exactly<Answer<'OwnProject'>>(),
  CurrentProject: exactly<Answer<'CurrentProject'>>(),
  EventCategories: exactly<Answer<'EventCategories'>>(),
  Status: exactly<Answer<'Status'>>(),
  KeySet: exactly<Answer<'KeySet'>>(),
  LogCheckpoints: exactly<Answer<'LogCheckpoints'>>(),
  LogWitnesses: exactly<Answer<'LogWitnesses'>>(),
  AuthorityHistory: exactly<Answer<'AuthorityHistory'>>(),
  AuthorityReach: exactly<Answer<'AuthorityReach'>>(),
  DeliverySummary: exactly<Answer<'DeliverySummary'>>(),
  SubscriptionSummary: exactly<Answer<'SubscriptionSummary'>>(),
  DeliveryRequest: exactly<Answer<'DeliveryRequest'>>(),
  ReplayCount: exactly<Answer<'ReplayCount'>>(),
  RecordHistory: exactly<Answer<'RecordHistory'>>(),
} satisfies { [Name in SchemaName]: Exactly<Form<Answer<Name>>> };
