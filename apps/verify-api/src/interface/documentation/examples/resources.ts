import { recordElement, shownAuthority } from './elements.js';
import {
  AT,
  LATER,
  DAY,
  VALID_UNTIL,
  project_id,
  authority_id,
  record_id,
  credential_id,
  admin_id,
  operator_id,
  link_id,
  subscription_id,
  delivery_id,
  replay_id,
  event_id,
  request_id,
  writer,
  issuer,
  origin,
  external_id,
  content_digest,
  link,
  root_hash,
  checkpoint,
  scope,
  capabilities,
} from './sample-ids.js';

/** Members that a subscription is created with, and shows. */
export const subscribed = {
  endpoint: 'https://checkout.example/events',
  categories: ['record', 'service.authority.revoked'],
  description: 'Cache of the checkout',
};

/** Metadata of records and subscriptions, which have a version of their own. */
export const noted = { metadata: { team: 'checkout' }, metadata_version: 1 };

export const Verification = {
  record: { id: record_id, state: 'active', version: 1 },
  evidence: {
    provenance: {
      origin,
      chain: [recordElement],
      chain_length: 1,
      verified: true,
      receipt: {
        log_index: 7,
        tree_size: 9,
        root_hash,
        inclusion_proof: ['y8bra2ol/lawYy5lGeL9CR3D3A4kr2dmvHqiZWNQHSY='],
        checkpoint,
      },
    },
    authority: shownAuthority,
    state: 'active',
    verdict: { result: 'passed', reasons: [], warnings: [] },
  },
  verified_at: LATER,
  request_id,
};

export const notFound = {
  error: {
    code: 'record.not_found',
    message: 'No such record in this project.',
    request_id,
    docs: '/docs/errors#record.not_found',
  },
};

export const Record = {
  id: record_id,
  project_id,
  authority_id,
  issuer,
  origin,
  external_id,
  content_digest,
  state: 'active',
  version: 1,
  digest: recordElement.digest,
  allowed_transitions: ['amend', 'suspend', 'supersede', 'revoke'],
  expires_at: null,
  successor_id: null,
  reason: null,
  created_at: AT,
  updated_at: AT,
  ...noted,
};

export const Link = {
  id: link_id,
  project_id,
  record_id,
  shows: ['issuer', 'origin', 'dates'],
  proof: 'history',
  expires_at: VALID_UNTIL,
  state: 'active',
  version: 1,
  reason: null,
  created_by: admin_id,
  created_at: AT,
  updated_at: AT,
};

export const Authority = {
  id: authority_id,
  project_id,
  issuer,
  scope,
  valid_until: VALID_UNTIL,
  public_key: null,
  state: 'active',
  version: 1,
  cause: null,
  invalid_since: null,
  reason: null,
  created_at: AT,
  updated_at: AT,
};

export const limits = { expires_at: null, authorities: null, allowed_ips: null, rate_limit: { verify: 100 } };
export const credential = {
  id: credential_id,
  project_id,
  name: 'Checkout service',
  capabilities,
  ...limits,
  metadata: { team: 'checkout' },
  state: 'active',
  version: 1,
  reason: null,
  rotation: null,
  key_id: '007YAiICQrdYKCiJ',
  issued_by: admin_id,
  created_at: AT,
  updated_at: AT,
};
export const IssuedCredential = { ...credential, token: 'svc_dev_007YAiICQrdYKCiJ_EXAMPLE' };
export const Credential = {
  ...credential,
  last_used_at: '2026-11-23T17:28:00.000Z',
};

export const Project = {
  id: project_id,
  name: 'Registry of Examples',
  quota: { verify: 1_000_000 },
  max_credential_days: null,
  state: 'active',
  version: 1,
  reason: null,
  blocked_subjects: ['auth0|5f7c8ec7c33c6c004bbafe82'],
  created_at: AT,
  updated_at: AT,
};

const grants = [{ project_id, role: 'auditor' }];

export const Operator = {
  id: operator_id,
  state: 'invited',
  version: 1,
  name: null,
  address: null,
  grants,
  keys: [],
  invited_by: admin_id,
  invited_at: AT,
  created_at: AT,
  invitation_expires_at: LATER,
  updated_at: AT,
};

export const Subscription = {
  id: subscription_id,
  project_id,
  ...subscribed,
  signatures: ['v1'],
  state: 'active',
  version: 1,
  disabled: null,
  public_key: 'fUJZGsJnF0Vvw-vElC2DOlvL5hnm-a-MHjImXlJhz6M',
  rotation: null,
  created_by: admin_id,
  created_at: AT,
  updated_at: AT,
  ...noted,
};

export const Replay = {
  id: replay_id,
  subscription_id,
  from: '2026-11-23T16:28:48.529Z',
  to: LATER,
  only_failed: false,
  state: 'running',
  planned: 3,
  pending: 1,
  succeeded: 2,
  exhausted: 0,
  created_at: LATER,
  updated_at: LATER,
};

export const Delivery = {
  id: delivery_id,
  subscription_id,
  event_id,
  event_type: 'service.record.registered',
  state: 'succeeded',
  attempts: [
    { number: 1, trigger: 'schedule', at: LATER, status: 200, error: null, latency_ms: 41, answer: 'ok' },
  ],
  next_attempt_at: null,
  waiting: null,
  blocked_by: null,
  created_at: AT,
  updated_at: LATER,
};

/** Summary of a subscription whose endpoint fails. */
export const standing = {
  subscription_id,
  endpoint: subscribed.endpoint,
  state: 'active',
  failures: 12,
  failing_since: AT,
  next_attempt_at: '2026-11-23T19:28:48.529Z',
  disabled_after: '2026-11-28T17:28:45.529Z',
  pending: 3,
};

export const Event = {
  id: event_id,
  type: 'service.record.registered',
  record_id,
  state: 'active',
  evidence: { provenance: { origin, chain: [recordElement], verified: true }, authority: shownAuthority },
  occurred_at: AT,
  subject: { type: 'record', id: record_id, version: 1 },
};

export const Interaction = {
  format: 'interaction/v2',
  sequence: 12,
  request_id,
  occurred_at: LATER,
  channel: 'api',
  actor: { type: 'credential', id: credential_id },
  operation: 'records.verify',
  subjects: [record_id],
  items: 1,
  outcome: 'succeeded',
  status: 200,
  error_code: null,
  duration_ms: 1.203,
  client: 'sha256:b363815a66552a31af6c5c30e6aa687cada0f92c11167fc41301b9ff24ec27a6',
  day: DAY,
  writer,
  link,
  address: '192.0.2.7',
  user_agent: 'checkout/1.0',
};
