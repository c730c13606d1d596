import {
  subscribed,
  noted,
  limits,
  credential,
  IssuedCredential,
  Operator,
  Project,
  Replay,
} from './resources.js';
import {
  AT,
  VALID_UNTIL,
  authority_id,
  record_id,
  delivery_id,
  issuer,
  origin,
  external_id,
  content_digest,
  reason,
  scope,
  capabilities,
} from './sample-ids.js';

const ReasonBody = { reason };
const RegisterBody = { authority_id, origin, content_digest, external_id, metadata: noted.metadata };
const VerifyBody = { record_id };

/** Bodies of requests. */
export const bodies = {
  RegisterBody,
  RegisterBatchBody: { records: [RegisterBody] },
  AmendBody: { reason: 'A name was misspelt.', content: 'What the record says now.' },
  ReasonBody,
  TransitionBody: ReasonBody,
  SupersedeBody: { reason: 'Issued anew.', successor_id: 'rec_01M84QH2S1W6V3T4N8Y5D0XKZC' },
  UpdateRecordBody: { metadata: { ticket: 'T-1042' } },
  TransitionBatchBody: { records: [{ record_id, reason, version: 1 }] },
  AmendBatchBody: {
    records: [{ record_id, reason: 'A name was misspelt.', content: 'What the record says now.' }],
  },
  SupersedeBatchBody: {
    records: [{ record_id, reason: 'Issued anew.', successor_id: 'rec_01M84QH2S1W6V3T4N8Y5D0XKZC' }],
  },
  VerifyBody,
  VerifyBatchBody: { records: [VerifyBody, { external_id: 'deed-43' }] },
  CreateLinkBody: { shows: ['issuer', 'dates'], expires_at: VALID_UNTIL },
  GrantBody: { issuer, scope, valid_until: VALID_UNTIL },
  RenewBody: { reason: 'The mandate goes on.', valid_until: '2101-01-01T00:00:00.000Z' },
  RescopeBody: { reason: 'No longer for reading.', scope: ['verify'] },
  RevokeAuthorityBody: { reason: 'The key was stolen.', cause: 'key_compromise', invalid_since: AT },
  IssueBody: {
    name: credential.name,
    capabilities,
    rate_limit: limits.rate_limit,
    metadata: credential.metadata,
  },
  UpdateCredentialBody: { metadata: { team: 'payments' } },
  RotateBody: { overlap_seconds: 3_600 },
  'credentials.reportLeak': [{ token: IssuedCredential.token, url: 'https://code.example/config.yml' }],
  SubscribeBody: subscribed,
  UpdateSubscriptionBody: { categories: ['record'] },
  TestBody: { type: 'service.record.revoked' },
  ReplayBody: { from: Replay.from },
  RetryBatchBody: { delivery_ids: [delivery_id] },
  InviteBody: { grants: Operator.grants },
  ChangeRolesBody: { reason: 'Writes from now on.', grants: [{ ...Operator.grants[0], role: 'operator' }] },
  CreateProjectBody: { name: Project.name },
  SubjectBody: { reason: 'Left the company.', subject: 'auth0|5f7c8ec7c33c6c004bbafe82' },
  UpdateProjectBody: { quota: { verify: 2_000_000 } },
};
