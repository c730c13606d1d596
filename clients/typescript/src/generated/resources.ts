// Generated from the OpenAPI document by `npm run docs`.

import { pathTo, tilePath } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import { Requester } from '../requests/requester.js';
import type { WriteOptions, RequestOptions, UpdateOptions, VerifyOptions, WaitOptions } from '../requests/request-options.js';
import type { Environment, QueryOf, RegisterBody, RegisteredRecord, RecordPage, RegisterBatchBody, RecordBatch, UpdateRecordBody, RecordElement, RecordHistory, AmendBody, TransitionBody, SupersedeBody, AmendBatchBody, TransitionBatchBody, SupersedeBatchBody, VerifyBody, Verification, VerifyBatchBody, VerificationBatch, EvidenceBundle, GrantBody, Authority, AuthorityPage, AuthorityElement, AuthorityHistory, AuthorityReach, RenewBody, RescopeBody, ReasonBody, RevokeAuthorityBody, CreateLinkBody, CreatedLink, Link, LinkPage, IssueBody, IssuedCredential, Credential, CredentialPage, UpdateCredentialBody, RotateBody, LeakReport, Acknowledgement, SubscribeBody, SubscriptionWithSecret, Subscription, SubscriptionPage, UpdateSubscriptionBody, TestBody, SubscriptionTest, ReplayBody, Replay, ReplayPage, Delivery, DeliveryPage, DeliverySummary, SubscriptionSummary, DeliveryRequest, RetryBatchBody, DeliveryBatch, ReplayCount, CreateProjectBody, CreatedProject, Project, ProjectPage, CurrentProject, UpdateProjectBody, SubjectBody, InviteBody, InvitedOperator, Operator, OperatorPage, ChangeRolesBody, ServiceEvent, EventPage, EventCategories, Interaction, InteractionPage, HistoryCheck, Usage, KeySet, LogCheckpoints, LogWitnesses, ServiceStatus } from '../models.js';

/** What is verified: registering records, reading them, and their transitions. */
export class Records {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Register a record. */
  register(body: RegisterBody, options: WriteOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records', body });
  }

  /** List records, newest first. */
  list(query: QueryOf<'records.list'> = {}, options: RequestOptions = {}): List<RegisteredRecord, RecordPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/records', query });
  }

  /** Register up to 100 records; one result or error for each, in order. */
  registerBatch(body: RegisterBatchBody, options: WriteOptions = {}): Answer<RecordBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/batch', body });
  }

  /** Read a record. */
  read(id: string, options: RequestOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/records/${id}` });
  }

  /** Change a record’s metadata, and nothing that the record says. */
  update(id: string, body: UpdateRecordBody, options: UpdateOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'PATCH', path: pathTo`/v1/records/${id}`, body });
  }

  /** Read a record’s elements, oldest first. */
  history(id: string, query: QueryOf<'records.history'> = {}, options: RequestOptions = {}): List<RecordElement, RecordHistory> {
    return this.#service.list({ ...options, method: 'GET', path: pathTo`/v1/records/${id}/history`, query });
  }

  /** Change what a record says. */
  amend(id: string, body: AmendBody, options: WriteOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/records/${id}/amend`, body });
  }

  /** Suspend a record. */
  suspend(id: string, body: TransitionBody, options: WriteOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/records/${id}/suspend`, body });
  }

  /** Reinstate a suspended record. */
  reinstate(id: string, body: TransitionBody, options: WriteOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/records/${id}/reinstate`, body });
  }

  /** Put another record in the place of this one. */
  supersede(id: string, body: SupersedeBody, options: WriteOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/records/${id}/supersede`, body });
  }

  /** Revoke a record, which is final. */
  revoke(id: string, body: TransitionBody, options: WriteOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/records/${id}/revoke`, body });
  }

  /** Change what up to 100 records say; one result or error for each, in order. */
  amendBatch(body: AmendBatchBody, options: WriteOptions = {}): Answer<RecordBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/batch/amend', body });
  }

  /** Suspend up to 100 records; one result or error for each, in order. */
  suspendBatch(body: TransitionBatchBody, options: WriteOptions = {}): Answer<RecordBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/batch/suspend', body });
  }

  /** Reinstate up to 100 suspended records; one result or error for each, in order. */
  reinstateBatch(body: TransitionBatchBody, options: WriteOptions = {}): Answer<RecordBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/batch/reinstate', body });
  }

  /** Put other records in the place of up to 100; one result or error for each, in order. */
  supersedeBatch(body: SupersedeBatchBody, options: WriteOptions = {}): Answer<RecordBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/batch/supersede', body });
  }

  /** Revoke up to 100 records, which is final; one result or error for each, in order. */
  revokeBatch(body: TransitionBatchBody, options: WriteOptions = {}): Answer<RecordBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/batch/revoke', body });
  }

  /**
   * Verify a record, with the evidence. The answer is signed.
   * Look at `evidence.verdict.result` first: only `passed` says yes.
   * @param asked The record's id, or what it is looked up by.
   */
  verify(asked: string | VerifyBody, options: VerifyOptions = {}): Answer<Verification> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/verify', body: typeof asked === 'string' ? { record_id: asked } : asked });
  }

  /** Verify up to 100 records; one envelope or error for each, in order. The answer is signed. */
  verifyBatch(body: VerifyBatchBody, options: VerifyOptions = {}): Answer<VerificationBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/verify/batch', body });
  }

  /** Read all evidence of a record as one document, which can be verified offline. The answer is signed. */
  evidence(id: string, query: QueryOf<'records.evidence'> = {}, options: VerifyOptions = {}): Answer<EvidenceBundle> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/records/${id}/evidence`, query });
  }
}

/** Who may issue records, for what, and until when. */
export class Authorities {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Grant an authority. */
  grant(body: GrantBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/authorities', body });
  }

  /** List authorities, newest first. */
  list(query: QueryOf<'authorities.list'> = {}, options: RequestOptions = {}): List<Authority, AuthorityPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/authorities', query });
  }

  /** Read an authority. */
  read(id: string, options: RequestOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/authorities/${id}` });
  }

  /** Read an authority’s elements, oldest first. */
  history(id: string, query: QueryOf<'authorities.history'> = {}, options: RequestOptions = {}): List<AuthorityElement, AuthorityHistory> {
    return this.#service.list({ ...options, method: 'GET', path: pathTo`/v1/authorities/${id}/history`, query });
  }

  /** Count the records that an authority issued, and their elements: all, or those that its revocation for a compromise since a moment would reach. */
  reach(id: string, query: QueryOf<'authorities.reach'> = {}, options: RequestOptions = {}): Answer<AuthorityReach> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/authorities/${id}/reach`, query });
  }

  /** Renew an authority, an expired one too. */
  renew(id: string, body: RenewBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/authorities/${id}/renew`, body });
  }

  /** Narrow or widen an authority’s scope. */
  rescope(id: string, body: RescopeBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/authorities/${id}/rescope`, body });
  }

  /** Suspend an authority. */
  suspend(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/authorities/${id}/suspend`, body });
  }

  /** Reinstate a suspended authority. */
  reinstate(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/authorities/${id}/reinstate`, body });
  }

  /** Revoke an authority, which is final. */
  revoke(id: string, body: RevokeAuthorityBody, options: WriteOptions = {}): Answer<Authority> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/authorities/${id}/revoke`, body });
  }
}

/** Addresses by which anybody sees whether one record is good, without a credential. */
export class Links {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Make a link by which anybody sees whether a record is good; its secret is in this answer alone. */
  create(recordId: string, body: CreateLinkBody = {}, options: WriteOptions = {}): Answer<CreatedLink> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/records/${recordId}/links`, body });
  }

  /** List a record’s links, newest first. */
  list(recordId: string, query: QueryOf<'links.list'> = {}, options: RequestOptions = {}): List<Link, LinkPage> {
    return this.#service.list({ ...options, method: 'GET', path: pathTo`/v1/records/${recordId}/links`, query });
  }

  /** Read a link. */
  read(id: string, options: RequestOptions = {}): Answer<Link> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/links/${id}` });
  }

  /** Revoke a link, at once and permanently; one that has ended stays as it is. */
  revoke(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Link> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/links/${id}/revoke`, body });
  }
}

/** Tokens: what they may do, their rotation and revocation. */
export class Credentials {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Issue a credential; its token is in this answer and never again. */
  issue(body: IssueBody, options: WriteOptions = {}): Answer<IssuedCredential> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/credentials', body });
  }

  /** List credentials, newest first. */
  list(query: QueryOf<'credentials.list'> = {}, options: RequestOptions = {}): List<Credential, CredentialPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/credentials', query });
  }

  /** Read a credential. */
  read(id: string, options: RequestOptions = {}): Answer<Credential> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/credentials/${id}` });
  }

  /** Change a credential’s name or metadata, and nothing that it may do. */
  update(id: string, body: UpdateCredentialBody, options: UpdateOptions = {}): Answer<Credential> {
    return this.#service.request({ ...options, method: 'PATCH', path: pathTo`/v1/credentials/${id}`, body });
  }

  /** Give a credential a new token, which is in this answer and never again. */
  rotate(id: string, body: RotateBody = {}, options: WriteOptions = {}): Answer<IssuedCredential> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/credentials/${id}/rotate`, body });
  }

  /** Revoke a credential, at once and permanently. */
  revoke(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Credential> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/credentials/${id}/revoke`, body });
  }

  /** Report leaked tokens of this environment, as secret scanners do; the live ones are revoked. */
  reportLeak(body: LeakReport, options: RequestOptions = {}): Answer<Acknowledgement> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/credentials/report-leak', body, anonymous: true });
  }
}

/** Endpoints that events are posted to, their secrets, and replays. */
export class Subscriptions {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Subscribe an endpoint to events; its secret is in this answer and never again. */
  create(body: SubscribeBody, options: WriteOptions = {}): Answer<SubscriptionWithSecret> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/subscriptions', body });
  }

  /** List subscriptions, newest first. */
  list(query: QueryOf<'subscriptions.list'> = {}, options: RequestOptions = {}): List<Subscription, SubscriptionPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/subscriptions', query });
  }

  /** Read a subscription. */
  read(id: string, options: RequestOptions = {}): Answer<Subscription> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/subscriptions/${id}` });
  }

  /** Change a subscription’s endpoint, categories, description, signatures or metadata. */
  update(id: string, body: UpdateSubscriptionBody, options: UpdateOptions = {}): Answer<Subscription> {
    return this.#service.request({ ...options, method: 'PATCH', path: pathTo`/v1/subscriptions/${id}`, body });
  }

  /** Revoke a subscription, which is final; nothing is delivered to it any more. */
  revoke(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Subscription> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/subscriptions/${id}/revoke`, body });
  }

  /** Give a subscription a new secret, which is in this answer and never again. */
  rotate(id: string, body: RotateBody = {}, options: WriteOptions = {}): Answer<SubscriptionWithSecret> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/subscriptions/${id}/rotate`, body });
  }

  /** Disable a subscription; nothing is delivered meanwhile. */
  disable(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Subscription> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/subscriptions/${id}/disable`, body });
  }

  /** Enable a disabled subscription. */
  enable(id: string, options: WriteOptions = {}): Answer<Subscription> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/subscriptions/${id}/enable` });
  }

  /** Have a test event delivered to a subscription, and to it alone: a sample of an event of any type, about a subject that does not exist, marked by `test`. */
  test(id: string, body: TestBody = {}, options: WriteOptions = {}): Answer<SubscriptionTest> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/subscriptions/${id}/test`, body });
  }

  /** Have what happened in a span delivered once more, under the same event ids. */
  replay(id: string, body: ReplayBody, options: WriteOptions = {}): Answer<Replay> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/subscriptions/${id}/replays`, body });
  }
}

/** The operations `replays.*`. */
export class Replays {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** List a subscription’s replays, newest first. */
  list(subscriptionId: string, query: QueryOf<'replays.list'> = {}, options: RequestOptions = {}): List<Replay, ReplayPage> {
    return this.#service.list({ ...options, method: 'GET', path: pathTo`/v1/subscriptions/${subscriptionId}/replays`, query });
  }

  /** Read a replay: how many of its deliveries are planned, and what became of them. */
  read(id: string, options: RequestOptions = {}): Answer<Replay> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/replays/${id}` });
  }

  /** Count what a replay of a span would deliver, without requesting it. */
  count(subscriptionId: string, query: QueryOf<'replays.count'>, options: RequestOptions = {}): Answer<ReplayCount> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/subscriptions/${subscriptionId}/replays/count`, query });
  }
}

/** What became of each event on its way to each subscription. */
export class Deliveries {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** List deliveries with their attempts, newest first: all, or those to a subscription, in some states, attempted or not, of an event, of a type of event or of a time. */
  list(query: QueryOf<'deliveries.list'> = {}, options: RequestOptions = {}): List<Delivery, DeliveryPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/deliveries', query });
  }

  /** Read a delivery with its attempts. */
  read(id: string, options: RequestOptions = {}): Answer<Delivery> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/deliveries/${id}` });
  }

  /** Sum up the subscriptions of the project that are not revoked: whether their endpoints fail, since when, what comes next, and how much waits. */
  summary(options: RequestOptions = {}): Answer<DeliverySummary> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/deliveries/summary' });
  }

  /** Count a subscription’s deliveries by state, and say whether its endpoint fails. */
  count(subscriptionId: string, options: RequestOptions = {}): Answer<SubscriptionSummary> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/subscriptions/${subscriptionId}/deliveries/summary` });
  }

  /** Read what a delivery sends: its body, and its headers except those that are signed again for each attempt. */
  request(id: string, options: RequestOptions = {}): Answer<DeliveryRequest> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/deliveries/${id}/request` });
  }

  /** Have a delivery attempted now, ahead of its schedule, which stays as it is, or once more after it was given up; answers the delivery as it is before. */
  retry(id: string, options: WriteOptions = {}): Answer<Delivery> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/deliveries/${id}/retry` });
  }

  /** Have up to 100 deliveries attempted now; one result or error for each, in order. */
  retryBatch(body: RetryBatchBody, options: WriteOptions = {}): Answer<DeliveryBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/deliveries/retry', body });
  }
}

/** The caller’s own project; all of them for operators. */
export class Projects {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Create a project with its first admin credential. */
  create(body: CreateProjectBody, options: WriteOptions = {}): Answer<CreatedProject> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/projects', body });
  }

  /** List projects, newest first. */
  list(query: QueryOf<'projects.list'> = {}, options: RequestOptions = {}): List<Project, ProjectPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/projects', query });
  }

  /** Read the credential’s own project and environment, and what it may do. */
  current(options: RequestOptions = {}): Answer<CurrentProject> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/projects/current' });
  }

  /** Read a project. */
  read(id: string, options: RequestOptions = {}): Answer<Project> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/projects/${id}` });
  }

  /** Change a project’s name, quota or longest life of credentials. */
  update(id: string, body: UpdateProjectBody, options: UpdateOptions = {}): Answer<Project> {
    return this.#service.request({ ...options, method: 'PATCH', path: pathTo`/v1/projects/${id}`, body });
  }

  /** Suspend a project: all of its credentials are refused. */
  suspend(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Project> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/projects/${id}/suspend`, body });
  }

  /** Resume a suspended project. */
  resume(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Project> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/projects/${id}/resume`, body });
  }

  /** Block a subject of the OAuth issuer: its tokens are refused in the project; `current` is the credential’s own. */
  blockSubject(id: string, body: SubjectBody, options: WriteOptions = {}): Answer<Project> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/projects/${id}/block-subject`, body });
  }

  /** Unblock a subject of the OAuth issuer; `current` is the credential’s own project. */
  unblockSubject(id: string, body: SubjectBody, options: WriteOptions = {}): Answer<Project> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/projects/${id}/unblock-subject`, body });
  }
}

/** The operations `operators.*`. */
export class Operators {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Invite somebody to the Console; the link is in this answer and never again. */
  invite(body: InviteBody, options: WriteOptions = {}): Answer<InvitedOperator> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/operators', body });
  }

  /** List the operators with roles that the caller may give and take, newest first. */
  list(query: QueryOf<'operators.list'> = {}, options: RequestOptions = {}): List<Operator, OperatorPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/operators', query });
  }

  /** Read an operator. */
  read(id: string, options: RequestOptions = {}): Answer<Operator> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/operators/${id}` });
  }

  /** Give an operator other roles, in the projects of the caller. */
  changeRoles(id: string, body: ChangeRolesBody, options: WriteOptions = {}): Answer<Operator> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/operators/${id}/change-roles`, body });
  }

  /** Remove an operator, at once and permanently; their sessions end. */
  remove(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Operator> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/operators/${id}/remove`, body });
  }

  /** Replace an invitation that was not redeemed; the link is in this answer and never again. */
  renewInvitation(id: string, options: WriteOptions = {}): Answer<InvitedOperator> {
    return this.#service.request({ ...options, method: 'POST', path: pathTo`/v1/operators/${id}/renew-invitation` });
  }
}

/** What happened to records, authorities, credentials and subscriptions, by polling. */
export class Events {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** List events, oldest first unless `order` says otherwise. `next_cursor` is always there: keep it, and ask with it again for what has come since; a page of fewer than `limit` events was the last for now. */
  list(query: QueryOf<'events.list'> = {}, options: WaitOptions = {}): List<ServiceEvent, EventPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/events', query }, { endsEmpty: true });
  }

  /** Read an event. */
  read(id: string, options: RequestOptions = {}): Answer<ServiceEvent> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/events/${id}` });
  }
}

/** The operations `eventCategories.*`. */
export class EventCategoryList {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** List the types of events, each with the domain it belongs to and the JSON Schema (2020-12) of its event; a category is a domain or a type. */
  list(options: RequestOptions = {}): Answer<EventCategories> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/event-categories' });
  }
}

/** The operations `interactions.*`. */
export class Interactions {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** List interactions, newest first; a page may be shorter than `limit`, even empty, while `next_cursor` says to go on. */
  list(query: QueryOf<'interactions.list'> = {}, options: RequestOptions = {}): List<Interaction, InteractionPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/interactions', query });
  }

  /** Check that a day’s interactions are as they were written, each lane by itself. */
  check(query: QueryOf<'interactions.check'> = {}, options: RequestOptions = {}): Answer<HistoryCheck> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/interactions/check', query });
  }

  /** Read an interaction by its request id. */
  read(id: string, options: RequestOptions = {}): Answer<Interaction> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/interactions/${id}` });
  }
}

/** The operations `usage.*`. */
export class UsageCounts {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Count what the project has done, by hour or day, operation and outcome; at most 31 days by hour, 400 by day. */
  read(query: QueryOf<'usage.read'> = {}, options: RequestOptions = {}): Answer<Usage> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/usage', query });
  }
}

/** The transparency log and its keys, which anybody reads without a credential. */
export class TransparencyLog {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /**
   * Read the keys that sign elements, answers and the log’s checkpoints, as a JWK Set.
   * @param environment The one that the address serves: `development` or `production`.
   */
  keys(environment: Environment, options: RequestOptions = {}): Answer<KeySet> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/log/${environment}/keys`, anonymous: true });
  }

  /**
   * Read earlier checkpoints of the transparency log, the smallest first, and see how it grew.
   * @param environment The one that the address serves: `development` or `production`.
   */
  checkpoints(environment: Environment, query: QueryOf<'log.checkpoints'> = {}, options: RequestOptions = {}): Answer<LogCheckpoints> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/log/${environment}/checkpoints`, query, anonymous: true });
  }

  /**
   * Read which witnesses are asked to cosign the log’s checkpoints; whom to trust, only you decide.
   * @param environment The one that the address serves: `development` or `production`.
   */
  witnesses(environment: Environment, options: RequestOptions = {}): Answer<LogWitnesses> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/log/${environment}/witnesses`, anonymous: true });
  }

  /**
   * Read the newest checkpoint of the transparency log, a signed note (C2SP tlog-checkpoint).
   * @param environment The one that the address serves: `development` or `production`.
   */
  checkpoint(environment: Environment, options: RequestOptions = {}): Answer<string> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/log/${environment}/checkpoint`, anonymous: true, answer: 'text' });
  }

  /**
   * Read the signed trust policy, by which readers follow the log’s keys and witnesses; 404 where none is published.
   * @param environment The one that the address serves: `development` or `production`.
   */
  policy(environment: Environment, options: RequestOptions = {}): Answer<string> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/log/${environment}/policy`, anonymous: true, answer: 'text' });
  }

  /**
   * Read hashes of the transparency log, 32 bytes each (C2SP tlog-tiles).
   * @param environment The one that the address serves: `development` or `production`.
   * @param level 0 for the hashes of the entries.
   * @param number As tlog-tiles writes it: three digits, with `x` and further groups before them (`x001/234`), and `.p/<width>` behind it where the tile is not full yet.
   */
  tile(environment: Environment, level: number, number: string, options: RequestOptions = {}): Answer<Uint8Array> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/log/${environment}/tile/${level}/` + tilePath(number), anonymous: true, answer: 'bytes' });
  }

  /**
   * Read entries of the transparency log, each 64 bytes behind their length in 2 bytes (C2SP tlog-tiles).
   * @param environment The one that the address serves: `development` or `production`.
   * @param number As tlog-tiles writes it: three digits, with `x` and further groups before them (`x001/234`), and `.p/<width>` behind it where the tile is not full yet.
   */
  entries(environment: Environment, number: string, options: RequestOptions = {}): Answer<Uint8Array> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/log/${environment}/tile/entries/` + tilePath(number), anonymous: true, answer: 'bytes' });
  }
}

/** The operations `status.*`. */
export class StatusPage {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Read how far the views behind the answers, and the newest checkpoint of the log, are behind. */
  read(options: RequestOptions = {}): Answer<ServiceStatus> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/status' });
  }
}

/** The descriptions of this interface, which anybody reads without a credential. */
export class Documents {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Read this document. */
  openapi(options: RequestOptions = {}): Answer<{ readonly [name: string]: unknown }> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/openapi.json', anonymous: true });
  }

  /** Read the document of the events that are delivered. */
  asyncapi(options: RequestOptions = {}): Answer<{ readonly [name: string]: unknown }> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/asyncapi.json', anonymous: true });
  }
}

/** The resources of the service. */
export abstract class Resources extends Requester {
  readonly records: Records;
  readonly authorities: Authorities;
  readonly links: Links;
  readonly credentials: Credentials;
  readonly subscriptions: Subscriptions;
  readonly replays: Replays;
  readonly deliveries: Deliveries;
  readonly projects: Projects;
  readonly operators: Operators;
  readonly eventCategories: EventCategoryList;
  readonly interactions: Interactions;
  readonly usage: UsageCounts;
  readonly log: TransparencyLog;
  readonly status: StatusPage;
  readonly documents: Documents;

  constructor() {
    super();
    this.records = new Records(this);
    this.authorities = new Authorities(this);
    this.links = new Links(this);
    this.credentials = new Credentials(this);
    this.subscriptions = new Subscriptions(this);
    this.replays = new Replays(this);
    this.deliveries = new Deliveries(this);
    this.projects = new Projects(this);
    this.operators = new Operators(this);
    this.eventCategories = new EventCategoryList(this);
    this.interactions = new Interactions(this);
    this.usage = new UsageCounts(this);
    this.log = new TransparencyLog(this);
    this.status = new StatusPage(this);
    this.documents = new Documents(this);
  }
}
