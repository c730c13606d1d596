import type { ErrorCode } from '@service/contracts';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { ChangeRolesBody, InviteBody, LinkInput } from './operator.bodies.js';
import { OperatorQuery } from './operator.query.js';
import { Operators } from './operators.js';

const CHANGE_FAILS: readonly ErrorCode[] = [
  'operator.not_found',
  'operator.transition_not_allowed',
  'operator.version_conflict',
];
const REMOVAL_FAILS: readonly ErrorCode[] = [...CHANGE_FAILS, 'operator.last_owner'];

const onTeam = { access: ['team', 'operator'], useCase: Operators } as const;

/** Operations on people, for owners of a project or of all, and for operators' credentials. */
export const operatorOperations = {
  invite: defineOperation({
    ...onTeam,
    name: 'operators.invite',
    http: 'POST /v1/operators',
    status: 201,
    stepUp: true,
    summary: 'Invite somebody to the Console; the link is in this answer and never again',
    input: InviteBody,
    answer: 'InvitedOperator',
    answersSecret: true,
    fails: ['session.console_closed'],
    execute: (operators, call, invited) => operators.invite(call, invited),
  }),

  list: defineOperation({
    ...onTeam,
    name: 'operators.list',
    http: 'GET /v1/operators',
    summary: 'List the operators with roles that the caller may give and take, newest first',
    input: OperatorQuery,
    answer: 'OperatorPage',
    execute: (operators, call, query) => operators.list(call, query),
  }),

  read: defineOperation({
    ...onTeam,
    name: 'operators.read',
    http: 'GET /v1/operators/:id',
    summary: 'Read an operator',
    input: identified('operator_id'),
    answer: 'Operator',
    fails: ['operator.not_found', 'operator.version_conflict'],
    execute: (operators, call, { operator_id }) => operators.read(call, operator_id),
  }),

  changeRoles: defineOperation({
    ...onTeam,
    name: 'operators.change_roles',
    http: 'POST /v1/operators/:id/change-roles',
    stepUp: true,
    summary: 'Give an operator other roles, in the projects of the caller',
    input: change('operator_id', ChangeRolesBody),
    answer: 'Operator',
    fails: REMOVAL_FAILS,
    execute: (operators, call, { operator_id, ...payload }) =>
      operators.change('operator.change_roles', call, operator_id, payload),
  }),

  remove: defineOperation({
    ...onTeam,
    name: 'operators.remove',
    http: 'POST /v1/operators/:id/remove',
    stepUp: true,
    summary: 'Remove an operator, at once and permanently; their sessions end',
    input: change('operator_id', ReasonBody),
    answer: 'Operator',
    fails: REMOVAL_FAILS,
    execute: (operators, call, { operator_id, ...payload }) =>
      operators.change('operator.remove', call, operator_id, payload),
  }),

  renewInvitation: defineOperation({
    ...onTeam,
    name: 'operators.renew_invitation',
    http: 'POST /v1/operators/:id/renew-invitation',
    stepUp: true,
    summary: 'Replace an invitation that was not redeemed; the link is in this answer and never again',
    input: change('operator_id', LinkInput),
    answer: 'InvitedOperator',
    answersSecret: true,
    fails: [...CHANGE_FAILS, 'session.console_closed'],
    execute: (operators, call, { operator_id, expected_version, host }) =>
      operators.renewInvitation(call, operator_id, expected_version, host),
  }),
};
