import type { components, operations } from './generated/openapi.js';

type Schemas = components['schemas'];

/** Id of an operation in the OpenAPI document, as `records.verify`. */
export type OperationId = keyof operations;

/** An element of `Type` as a text or a list of texts, for filters that take several values. */
type Filter<Type> = Type extends readonly (infer Item)[] ? Item | readonly Item[] : Type;

/** The query of an operation. Filters that take several values also take one of them. */
export type QueryOf<Id extends OperationId> = {
  -readonly [Name in keyof NonNullable<operations[Id]['parameters']['query']>]: Filter<
    NonNullable<operations[Id]['parameters']['query']>[Name]
  >;
};

export type ErrorBody = Schemas['Error'];
/** The body that an operation takes. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** Code of an error of the service. Codes never change their meaning; a later release may add some. */
export type ErrorCode = ErrorBody['error']['code'];

export type RegisteredRecord = Schemas['Record'];
export type RecordPage = Schemas['RecordPage'];
export type RecordBatch = Schemas['RecordBatch'];
export type RecordHistory = Schemas['RecordHistory'];
export type RecordElement = Schemas['RecordElement'];
export type RecordState = Schemas['RecordState'];
export type RegisterBody = Schemas['RegisterBody'];
export type UpdateRecordBody = Schemas['UpdateRecordBody'];
export type AmendBody = Schemas['AmendBody'];
export type ReasonBody = Schemas['ReasonBody'];
export type SupersedeBody = Schemas['SupersedeBody'];
export type RegisterBatchBody = Schemas['RegisterBatchBody'];
export type AmendBatchBody = Schemas['AmendBatchBody'];
export type ReasonBatchBody = Schemas['ReasonBatchBody'];
export type SupersedeBatchBody = Schemas['SupersedeBatchBody'];

export type VerifyBody = Schemas['VerifyBody'];
export type VerifyBatchBody = Schemas['VerifyBatchBody'];
export type Verification = Schemas['Verification'];
export type VerificationBatch = Schemas['VerificationBatch'];
export type EvidenceBundle = Schemas['EvidenceBundle'];
export type Verdict = Schemas['Verdict'];
export type Receipt = Schemas['Receipt'];

export type Authority = Schemas['Authority'];
export type AuthorityPage = Schemas['AuthorityPage'];
export type AuthorityHistory = Schemas['AuthorityHistory'];
export type AuthorityElement = Schemas['AuthorityElement'];
export type AuthorityReach = Schemas['AuthorityReach'];
export type GrantBody = Schemas['GrantBody'];
export type RenewBody = Schemas['RenewBody'];
export type RescopeBody = Schemas['RescopeBody'];
export type RevokeAuthorityBody = Schemas['RevokeAuthorityBody'];

export type Capability = Schemas['Capability'];
export type Credential = Schemas['Credential'];
export type CredentialPage = Schemas['CredentialPage'];
export type IssuedCredential = Schemas['IssuedCredential'];
export type IssueBody = Schemas['IssueBody'];
export type UpdateCredentialBody = Schemas['UpdateCredentialBody'];
export type RotateBody = Schemas['RotateBody'];
export type LeakReport = BodyOf<'credentials.reportLeak'>;
export type Acknowledgement = Schemas['Acknowledgement'];

export type Subscription = Schemas['Subscription'];
export type SubscriptionPage = Schemas['SubscriptionPage'];
export type SubscriptionWithSecret = Schemas['SubscriptionWithSecret'];
export type SubscribeBody = Schemas['SubscribeBody'];
export type UpdateSubscriptionBody = Schemas['UpdateSubscriptionBody'];
export type SubscriptionTest = Schemas['TestRequest'];
export type TestBody = Schemas['TestBody'];
export type Replay = Schemas['Replay'];
export type ReplayPage = Schemas['ReplayPage'];
export type ReplayCount = Schemas['ReplayCount'];
export type ReplayBody = Schemas['ReplayBody'];

export type Delivery = Schemas['Delivery'];
export type DeliveryPage = Schemas['DeliveryPage'];
export type DeliveryRequest = Schemas['DeliveryRequest'];
export type DeliverySummary = Schemas['DeliverySummary'];
export type SubscriptionSummary = Schemas['SubscriptionSummary'];

export type ServiceEvent = Schemas['Event'];
export type EventPage = Schemas['EventPage'];
export type EventCategories = Schemas['EventCategories'];
export type EventType = Schemas['EventType'];

export type Project = Schemas['Project'];
export type ProjectPage = Schemas['ProjectPage'];
export type CreatedProject = Schemas['CreatedProject'];
export type CurrentProject = Schemas['CurrentProject'];
export type CreateProjectBody = Schemas['CreateProjectBody'];
export type UpdateProjectBody = Schemas['UpdateProjectBody'];
export type SubjectBody = Schemas['SubjectBody'];

export type Operator = Schemas['Operator'];
export type OperatorPage = Schemas['OperatorPage'];
export type InvitedOperator = Schemas['InvitedOperator'];
export type InviteBody = Schemas['InviteBody'];
export type ChangeRolesBody = Schemas['ChangeRolesBody'];

export type Interaction = Schemas['Interaction'];
export type InteractionPage = Schemas['InteractionPage'];
export type HistoryCheck = Schemas['HistoryCheck'];
export type Usage = Schemas['Usage'];
export type ServiceStatus = Schemas['Status'];

export type Environment = Schemas['Environment'];
export type KeySet = Schemas['KeySet'];
export type LogCheckpoints = Schemas['LogCheckpoints'];
export type LogWitnesses = Schemas['LogWitnesses'];
