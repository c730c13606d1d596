import type { ErrorCode } from '@service/contracts';
import { PageQuery } from '../interface/inputs/pagination.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { AuthorityQuery, ReachQuery } from './authority.query.js';
import { AuthorityReach } from './authority-reach.js';
import { AuthorityHistory } from './authority-history.js';
import { Authorities } from './authorities.js';
import { REVOCATION_CAUSES, type RevocationCause } from '@service/evidence';
import { ChoiceMember, PublicKeyMember, TextsMember } from '../interface/inputs/members.js';
import { IdentifierMember } from '../interface/inputs/identifier.member.js';
import { MomentMember } from '../interface/inputs/moment.member.js';

const Scope = () =>
  TextsMember('What the authority covers; reported with every answer, never enforced.', { maxItems: 32 });
const ValidUntil = () => MomentMember('Until when the authority is valid; lies in the future.');

class GrantBody {
  @IdentifierMember('Who issues under this authority.', { maxLength: 256 })
  issuer!: string;

  @Scope()
  scope!: string[];

  @ValidUntil()
  valid_until!: string;

  @PublicKeyMember(
    'Ed25519 key that the issuer signs with, 32 bytes in base64url. Its records then need an `external_id`, and all but suspending and revoking them needs `issuer_signature`.',
    { optional: true },
  )
  public_key?: string;
}

class RenewBody extends ReasonBody {
  @ValidUntil()
  valid_until!: string;
}

class RescopeBody extends ReasonBody {
  @Scope()
  scope!: string[];
}

class RevokeAuthorityBody extends ReasonBody {
  @ChoiceMember('Only a compromise reaches back in time.', { choices: REVOCATION_CAUSES })
  cause!: RevocationCause;

  @MomentMember('For a compromise: since when the authority’s word counts for nothing.', { optional: true })
  invalid_since?: string;
}

const TRANSITION_FAILS: readonly ErrorCode[] = [
  'authority.not_found',
  'authority.transition_not_allowed',
  'authority.version_conflict',
];
/** Refusals of changes that a full project may not make. */
const GROWING_FAILS: readonly ErrorCode[] = [...TRANSITION_FAILS, 'authority.limit_reached'];

const read = { access: 'read', useCase: Authorities } as const;
const transition = {
  access: 'manage',
  stepUp: true,
  answer: 'Authority',
  fails: TRANSITION_FAILS,
  useCase: Authorities,
} as const;

/** Operations on authorities: who stands behind records. */
export const authorityOperations = {
  grant: defineOperation({
    name: 'authorities.grant',
    http: 'POST /v1/authorities',
    status: 201,
    stepUp: true,
    access: 'manage',
    ofWholeProject: 'cannot grant another',
    summary: 'Grant an authority',
    input: GrantBody,
    answer: 'Authority',
    fails: ['authority.limit_reached'],
    useCase: Authorities,
    execute: (authorities, call, { issuer, scope, valid_until, public_key = null }) =>
      authorities.grant(call, { issuer, scope, valid_until, public_key }),
  }),

  list: defineOperation({
    ...read,
    name: 'authorities.list',
    http: 'GET /v1/authorities',
    summary: 'List authorities, newest first',
    input: AuthorityQuery,
    answer: 'AuthorityPage',
    execute: (authorities, call, query) => authorities.list(call, query),
  }),

  read: defineOperation({
    ...read,
    name: 'authorities.read',
    http: 'GET /v1/authorities/:id',
    summary: 'Read an authority',
    input: identified('authority_id'),
    answer: 'Authority',
    fails: ['authority.not_found', 'authority.version_conflict'],
    execute: (authorities, call, { authority_id }) => authorities.read(call, authority_id),
  }),

  history: defineOperation({
    name: 'authorities.history',
    http: 'GET /v1/authorities/:id/history',
    access: 'read',
    summary: 'Read an authority’s elements, oldest first',
    input: identified('authority_id', PageQuery),
    answer: 'AuthorityHistory',
    proves: 'position',
    fails: ['authority.not_found'],
    useCase: AuthorityHistory,
    execute: (history, call, { authority_id, ...query }) => history.read(call, authority_id, query),
  }),

  reach: defineOperation({
    name: 'authorities.reach',
    http: 'GET /v1/authorities/:id/reach',
    access: 'read',
    summary:
      'Count the records that an authority issued, and their elements: all, or those that its revocation for a compromise since a moment would reach',
    input: identified('authority_id', ReachQuery),
    answer: 'AuthorityReach',
    fails: ['authority.not_found'],
    useCase: AuthorityReach,
    execute: (reach, call, { authority_id, from }) => reach.of(call, authority_id, from ?? null),
  }),

  renew: defineOperation({
    ...transition,
    name: 'authorities.renew',
    http: 'POST /v1/authorities/:id/renew',
    summary: 'Renew an authority, an expired one too',
    fails: GROWING_FAILS,
    input: change('authority_id', RenewBody),
    execute: (authorities, call, { authority_id, ...payload }) =>
      authorities.change('authority.renew', call, authority_id, payload),
  }),

  rescope: defineOperation({
    ...transition,
    name: 'authorities.rescope',
    http: 'POST /v1/authorities/:id/rescope',
    summary: 'Narrow or widen an authority’s scope',
    fails: GROWING_FAILS,
    input: change('authority_id', RescopeBody),
    execute: (authorities, call, { authority_id, ...payload }) =>
      authorities.change('authority.rescope', call, authority_id, payload),
  }),

  suspend: defineOperation({
    ...transition,
    name: 'authorities.suspend',
    http: 'POST /v1/authorities/:id/suspend',
    summary: 'Suspend an authority',
    input: change('authority_id', ReasonBody),
    execute: (authorities, call, { authority_id, ...payload }) =>
      authorities.change('authority.suspend', call, authority_id, payload),
  }),

  reinstate: defineOperation({
    ...transition,
    name: 'authorities.reinstate',
    http: 'POST /v1/authorities/:id/reinstate',
    summary: 'Reinstate a suspended authority',
    fails: GROWING_FAILS,
    input: change('authority_id', ReasonBody),
    execute: (authorities, call, { authority_id, ...payload }) =>
      authorities.change('authority.reinstate', call, authority_id, payload),
  }),

  revoke: defineOperation({
    ...transition,
    name: 'authorities.revoke',
    http: 'POST /v1/authorities/:id/revoke',
    summary: 'Revoke an authority, which is final',
    input: change('authority_id', RevokeAuthorityBody),
    execute: (authorities, call, { authority_id, invalid_since = null, ...payload }) =>
      authorities.change('authority.revoke', call, authority_id, { ...payload, invalid_since }),
  }),
};
