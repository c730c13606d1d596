/**
 * An example of every body that is sent and answered, by the name of its schema, or by the operation whose body has no
 * name. All tell one story: a registry's authority, its record 42, and a checkout that verifies it. They were answers of
 * a service once, but the bundle and the chain are cut short, and token and secret were replaced.
 */

const AT = '2026-11-23T17:28:44.534Z';
const LATER = '2026-11-23T17:28:48.637Z';
const DAY = '2026-11-23';
const VALID_UNTIL = '2100-01-01T00:00:00.000Z';
const LOG = 'records.example/development';
const project_id = 'prj_01M84Q84T6GVQ9ZNWNJNX7T4N8';
const authority_id = 'aut_01M84Q7XFGE2V7G3EB16SWGTBP';
const record_id = 'rec_01M84Q7XQDK589B8DS0MY75317';
const credential_id = 'crd_01M84Q81EB0WB3T589505PZYXQ';
const admin_id = 'crd_01M84Q6R11EM4D74N52CQ2MSFT';
const subscription_id = 'sub_01M84Q8175V1CX6VBVACFHRRT9';
const delivery_id = 'dlv_01M84Q81QWHFDA4H5DK6X3FPC0';
const replay_id = 'dlr_01M84Q81MTKWJCNJAJ5237DTT2';
const event_id = 'evt_01M84Q7XQQPFF35RVX9NX10QW8';
const request_id = 'req_01M84Q811WEBMTZMRW1PXP9FJX';
const writer = 'wri_01M84Q6QNZN4ATGCBA6SA1FEVQ';
const issuer = 'Example Registry';
const origin = 'https://registry.example/42';
const external_id = 'deed-42';
const content_digest = 'sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3';
const authority_digest = 'sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132';
const record_digest = 'sha256:e9e122806724fe7fa3b9196c42f89ce8935e39abdacbc19e1f7df0511216454c';
const link = 'sha256:08dc324560d06efb0db95964f9935dcce7dfefec05693b2437224dd1bb350247';
const root_hash = 'mC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4=';
const provenance_key = 'u7NlRee7WGASW3dwxkEdVvW1vvXK1uPR92C_bX-cejw';
const answer_key = '_VsY61dUGe46JzxqCT9xlzO69FqHPR0rwpCfMjNVqg0';
const public_key = '9Zki9Zk026VDdisVQSCEXxw-epMxsurt0uLJrNzV4Qg';
const checkpoint = `${LOG}\n9\n${root_hash}\n\n— ${LOG} cINH91rEB6hQdaLPLPoipaGvWKDJGgeq/+htDTmLGztG8F3EWO5T1X7i8ReVaXUr+LwPgRFUVgkZ7PPymqKg7h9M1QQ=\n`;

const reason = 'Reported as faulty.';
const scope = ['verify', 'read'];
const capabilities = ['verify'];

/** Of records and subscriptions, whose metadata have a version of their own. */
const noted = { metadata: { team: 'checkout' }, metadata_version: 1 };

const page = (item: object) => ({ data: [item], next_cursor: null });

const ReasonBody = { reason };
const RegisterBody = { authority_id, origin, content_digest, external_id, metadata: noted.metadata };
const VerifyBody = { record_id };
const subscribed = {
  endpoint: 'https://checkout.example/events',
  categories: ['record', 'service.authority.revoked'],
  description: 'Cache of the checkout',
};

const linkage = {
  format: 'element/v1',
  log: LOG,
  sequence: 1,
  occurred_at: AT,
  reason_digest: null,
  salt: 'XnNcoCkrsxxOkxifvf_8tg',
  previous: null,
  signature: {
    key_id: provenance_key,
    algorithm: 'Ed25519',
    value: 'XKh4EdMzM-LCnaM1xmOv173CTfOZOaFsiq5pTAc35FMI8KuEV1juWEPz-Ehmt06Mvnp26m7ZFCkiRcpN0ThKAQ',
  },
};
const recordElement = {
  ...linkage,
  event_id,
  digest: record_digest,
  project_id,
  type: 'service.record.registered',
  record_id,
  origin,
  external_id,
  authority: { id: authority_id, version: 1, digest: authority_digest },
  issuer,
  state: 'active',
  expires_at: null,
  successor_id: null,
  content_digest,
  issuer_signature: null,
};
const authorityElement = {
  ...linkage,
  event_id: 'evt_01M84Q7XFW8X7N2RFZDHFEGSKA',
  digest: authority_digest,
  project_id,
  type: 'service.authority.granted',
  authority_id,
  issuer,
  scope,
  valid_until: VALID_UNTIL,
  public_key: null,
  state: 'active',
  cause: null,
  invalid_since: null,
};
const keyElement = {
  ...linkage,
  event_id: 'evt_01M84Q6QB1H44C6PW728DM68D8',
  digest: 'sha256:4b8edd0d2959da3b9108f8524da5433ac4485996363ec11449718c84412629d6',
  type: 'service.key.published',
  key_id: answer_key,
  purpose: 'answer',
  public_key,
  state: 'active',
  cause: null,
  invalid_since: null,
};
const shownAuthority = {
  id: authority_id,
  issuer,
  scope,
  state: 'active',
  version: 1,
  digest: authority_digest,
  valid_until: VALID_UNTIL,
  valid_at_event: true,
  valid_now: true,
};

const Verification = {
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

const notFound = {
  error: {
    code: 'record.not_found',
    message: 'No such record in this project.',
    request_id,
    docs: '/docs/errors#record.not_found',
  },
};

const Record = {
  id: record_id,
  project_id,
  authority_id,
  issuer,
  origin,
  external_id,
  content_digest,
  state: 'active',
  version: 1,
  expires_at: null,
  successor_id: null,
  reason: null,
  registered_at: AT,
  updated_at: AT,
  ...noted,
};

const Authority = {
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
  granted_at: AT,
  updated_at: AT,
};

const limits = { expires_at: null, authorities: null, allowed_ips: null, rate_limit: { verify: 100 } };
const credential = {
  id: credential_id,
  project_id,
  name: 'Checkout service',
  capabilities,
  ...limits,
  metadata: { team: 'checkout' },
  state: 'active',
  version: 1,
  reason: null,
  rotating_until: null,
  key_id: '007YAiICQrdYKCiJ',
  issued_by: admin_id,
  issued_at: AT,
  updated_at: AT,
};
const IssuedCredential = { ...credential, token: 'svc_dev_007YAiICQrdYKCiJ_EXAMPLE' };
const Credential = { ...credential, last_used_at: '2026-11-23T17:28:00.000Z' };

const Project = {
  id: project_id,
  name: 'Registry of Examples',
  quota: { verify: 1_000_000 },
  max_credential_days: null,
  state: 'active',
  version: 1,
  reason: null,
  created_at: AT,
  updated_at: AT,
};

const Subscription = {
  id: subscription_id,
  project_id,
  ...subscribed,
  state: 'active',
  version: 1,
  disabled: null,
  public_key: 'fUJZGsJnF0Vvw-vElC2DOlvL5hnm-a-MHjImXlJhz6M',
  previous_public_key: null,
  secret_overlap_until: null,
  created_by: admin_id,
  created_at: AT,
  updated_at: AT,
  ...noted,
};

const Replay = {
  id: replay_id,
  subscription_id,
  since: '2026-11-23T16:28:48.529Z',
  until: LATER,
  only_failed: false,
  state: 'running',
  planned: 3,
  pending: 1,
  succeeded: 2,
  exhausted: 0,
  requested_at: LATER,
};

const Delivery = {
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
};

const Event = {
  id: event_id,
  type: 'service.record.registered',
  record_id,
  state: 'active',
  evidence: { provenance: { origin, chain: [recordElement], verified: true }, authority: shownAuthority },
  occurred_at: AT,
  subject: { type: 'record', id: record_id, version: 1 },
};

const Interaction = {
  format: 'interaction/v2',
  sequence: 12,
  request_id,
  occurred_at: LATER,
  channel: 'api',
  actor: { type: 'credential', id: credential_id },
  operation: 'record.verify',
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

export const examples: Readonly<Record<string, unknown>> = {
  RegisterBody,
  RegisterBatchBody: { records: [RegisterBody] },
  AmendBody: { reason: 'A name was misspelt.', content: 'What the record says now.' },
  ReasonBody,
  SupersedeBody: { reason: 'Issued anew.', successor_id: 'rec_01M84QH2S1W6V3T4N8Y5D0XKZC' },
  UpdateRecordBody: { metadata: { ticket: 'T-1042' } },
  ReasonBatchBody: { records: [{ record_id, reason, version: 1 }] },
  AmendBatchBody: {
    records: [{ record_id, reason: 'A name was misspelt.', content: 'What the record says now.' }],
  },
  SupersedeBatchBody: {
    records: [{ record_id, reason: 'Issued anew.', successor_id: 'rec_01M84QH2S1W6V3T4N8Y5D0XKZC' }],
  },
  VerifyBody,
  VerifyBatchBody: { records: [VerifyBody, { external_id: 'deed-43' }] },
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
  RotateSecretBody: { overlap_seconds: 3_600 },
  TestBody: { type: 'service.record.revoked' },
  ReplayBody: { since: Replay.since },
  CreateProjectBody: { name: Project.name },
  UpdateProjectBody: { quota: { verify: 2_000_000 } },

  Verification,
  VerificationBatch: { data: [Verification, notFound] },
  EvidenceBundle: {
    format: 'bundle/v1',
    log: LOG,
    answer: {
      body: Verification,
      request: { body: { record_id }, method: 'POST', path: '/v1/records/verify' },
      request_id,
      nonce: null,
      as_of: `${LOG} 9 ${root_hash} 2026-11-23T17:28:47.004Z`,
      signature:
        'eyJhbGciOiJFZDI1NTE5Iiwia2lkIjoiX1ZzWTYxZFVHZTQ2Snp4cUNUOXhsek82OUZxSFBSMHJ3cENmTWpOVnFnMCIsInR5cCI6ImFuc3dlcnMrandzIn0..CFBU3tdQg5BY1rPqIX6VJD95tEohoLGD7WqD-_zk_wHAgod0t_jianBmZymmjK3iHSqRy45cTzVqFUJ4kqFRAw',
      path: '0/1',
    },
    record: [recordElement],
    authorities: { [authority_id]: [authorityElement] },
    keys: { [answer_key]: [keyElement] },
    checkpoint,
    inclusion: { [record_id]: `c2sp.org/tlog-proof@v1\nindex 7\n\n${checkpoint}` },
    consistency: { from: 9, to: 9, proof: [] },
  },
  Record,
  RecordBatch: { data: [Record] },
  RecordPage: page(Record),
  RecordHistory: { data: [recordElement], reasons: [], next_cursor: null },
  AuthorityHistory: { data: [authorityElement], reasons: [], next_cursor: null },
  Authority,
  AuthorityPage: page(Authority),
  Credential,
  CredentialPage: page(Credential),
  IssuedCredential,
  Acknowledgement: {},
  CreatedProject: { project: Project, credential: IssuedCredential },
  Project,
  ProjectPage: page(Project),
  CurrentProject: { project: Project, environment: 'development', credential_id, capabilities, ...limits },
  Subscription,
  SubscriptionPage: page(Subscription),
  SubscriptionWithSecret: { ...Subscription, secret: 'whsec_RVhBTVBMRQ==' },
  TestRequest: { event_id },
  Replay,
  ReplayPage: page(Replay),
  Delivery,
  DeliveryPage: page(Delivery),
  Event,
  EventPage: { data: [Event], next_cursor: '7IDVG0bpXCALSgcUk2pC9eG9zOaWLqT7cggeb9Z' },
  EventCategories: {
    data: [
      {
        type: 'service.record.registered',
        domain: 'record',
        description: 'A record was registered.',
        schema: { title: 'service.record.registered', type: 'object' },
      },
    ],
  },
  Interaction,
  InteractionPage: page(Interaction),
  'interactions.list.lines': `${JSON.stringify(Interaction)}\n`,
  HistoryCheck: {
    day: DAY,
    dropped_at: null,
    sound: true,
    data: [
      {
        day: DAY,
        writer,
        lines: 14,
        unsealed: 3,
        seal: 3,
        head: link,
        sound: true,
        fault_count: 0,
        faults: [],
      },
    ],
    seal_faults: [],
  },
  Usage: {
    data: [
      {
        start: `${DAY}T00:00:00.000Z`,
        operation: 'record.verify',
        outcome: 'succeeded',
        requests: 8,
        items: 8,
      },
    ],
    from: '2026-11-17T00:00:00.000Z',
    to: '2026-11-24T00:00:00.000Z',
    granularity: 'day',
    counted_until: LATER,
  },
  KeySet: {
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: public_key,
        kid: answer_key,
        alg: 'Ed25519',
        use: 'sig',
        purpose: 'answer',
        state: 'active',
        published_at: AT,
        revoked_at: null,
        invalid_since: null,
      },
    ],
    log: { origin: LOG, vkeys: [`${LOG}+708347f7+AcFhf0XxdlnKf3wzHGC6So8h6vSMfknwLHUDGVNq6dkR`] },
  },
  'log.checkpoint': checkpoint,
  'log.policy': `trust-policy/v1\n${LOG}\n\n— ${LOG} cINH91rEB6hQdaLPLPoipaGvWKDJGgeq\n`,
  'documents.openapi.read': { openapi: '3.1.0' },
  'documents.asyncapi.read': { asyncapi: '3.0.0' },
  'documents.errors.read': '<!doctype html>',
};
