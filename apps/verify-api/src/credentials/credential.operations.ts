import type { ErrorCode } from '@service/contracts';
import { ReasonBody } from '../interface/inputs/reason.body.js';
import { change, identified } from '../interface/identified-input.js';
import { defineOperation } from '../interface/operation.js';
import { RotateBody } from '../interface/inputs/rotate.body.js';
import { IssueBody, UpdateCredentialBody } from './credential.bodies.js';
import { CredentialQuery } from './credential.query.js';
import { Credentials } from './credentials.js';
import { LeakReportsInput, leakReportsSchema, readLeakReports } from './leaks/leak-report.js';
import { LeakedCredentials } from './leaks/leaked-credentials.js';

const read = { access: 'read', useCase: Credentials } as const;
const manage = { access: 'manage', useCase: Credentials } as const;
const CHANGE_FAILS: readonly ErrorCode[] = [
  'credential.not_found',
  'credential.transition_not_allowed',
  'credential.version_conflict',
  'credential.limited',
];

/** Operations on the credentials of the caller's project. */
export const credentialOperations = {
  issue: defineOperation({
    ...manage,
    name: 'credentials.issue',
    http: 'POST /v1/credentials',
    status: 201,
    stepUp: true,
    summary: 'Issue a credential; its token is in this answer and never again',
    input: IssueBody,
    answer: 'IssuedCredential',
    answersSecret: true,
    fails: ['credential.limit_reached'],
    execute: (credentials, call, wanted) => credentials.issue(call, wanted),
  }),

  list: defineOperation({
    ...read,
    name: 'credentials.list',
    http: 'GET /v1/credentials',
    summary: 'List credentials, newest first',
    input: CredentialQuery,
    answer: 'CredentialPage',
    execute: (credentials, call, query) => credentials.list(call, query),
  }),

  read: defineOperation({
    ...read,
    name: 'credentials.read',
    http: 'GET /v1/credentials/:id',
    summary: 'Read a credential',
    input: identified('credential_id'),
    answer: 'Credential',
    fails: ['credential.not_found', 'credential.version_conflict'],
    execute: (credentials, call, { credential_id }) => credentials.read(call, credential_id),
  }),

  update: defineOperation({
    ...manage,
    name: 'credentials.update',
    http: 'PATCH /v1/credentials/:id',
    stepUp: false,
    summary: 'Change a credential’s name or metadata, and nothing that it may do',
    input: change('credential_id', UpdateCredentialBody),
    answer: 'Credential',
    fails: CHANGE_FAILS,
    execute: (credentials, call, { credential_id, ...payload }) =>
      credentials.change('credential.update', call, credential_id, payload),
  }),

  rotate: defineOperation({
    ...manage,
    name: 'credentials.rotate',
    http: 'POST /v1/credentials/:id/rotate',
    stepUp: true,
    summary: 'Give a credential a new token, which is in this answer and never again',
    input: change('credential_id', RotateBody),
    answer: 'IssuedCredential',
    answersSecret: true,
    fails: [...CHANGE_FAILS, 'credential.rotating'],
    execute: (credentials, call, { credential_id, ...rotation }) =>
      credentials.rotate(call, credential_id, rotation),
  }),

  revoke: defineOperation({
    ...manage,
    name: 'credentials.revoke',
    http: 'POST /v1/credentials/:id/revoke',
    stepUp: true,
    summary: 'Revoke a credential, at once and permanently',
    input: change('credential_id', ReasonBody),
    answer: 'Credential',
    fails: CHANGE_FAILS,
    execute: (credentials, call, { credential_id, ...payload }) =>
      credentials.change('credential.revoke', call, credential_id, payload),
  }),

  reportLeak: defineOperation({
    name: 'credentials.report_leak',
    http: 'POST /v1/credentials/report-leak',
    status: 202,
    access: 'public',
    // Nothing is counted for a credential, and the revocation is written after the answer.
    summary: 'Report leaked tokens of this environment, as secret scanners do; the live ones are revoked',
    input: LeakReportsInput,
    body: { schema: leakReportsSchema, read: (body) => ({ reports: readLeakReports(body) }) },
    // A burst of sixty, then one a minute.
    perNetwork: { perSecond: 1 / 60, burst: 60 },
    answer: 'Acknowledgement',
    fails: ['rate.limited'],
    useCase: LeakedCredentials,
    execute: (leaked, { requestId }, { reports }): Record<string, never> => {
      leaked.take(reports, requestId);
      return {};
    },
  }),
};
