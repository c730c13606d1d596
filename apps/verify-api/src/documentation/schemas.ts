import {
  AUTHORITY_STATES,
  AUTHORITY_TRANSITIONS,
  RECORD_STATES,
  RECORD_TRANSITIONS,
  REVOCATION_CAUSES,
} from '@service/evidence';
import { CAPABILITIES, CREDENTIAL_STATES, ENVIRONMENTS, PROJECT_STATES, errors } from '@service/contracts';
import { historySchemas } from './history-schemas.js';
import {
  choice,
  digest,
  digestOrNull,
  id,
  list,
  moment,
  momentOrNull,
  page,
  see,
  shape,
  text,
  textOrNull,
  version,
  type Schema,
} from './schema-parts.js';

const linkage = {
  format: { const: 'element/v1' },
  log: text,
  project_id: id,
  sequence: version,
  event_id: id,
  occurred_at: moment,
  reason_digest: digestOrNull,
  salt: text,
  previous: digestOrNull,
  digest,
  signature: { type: ['object', 'null'] },
};

const heldCapability = choice([...CAPABILITIES, 'operator']);

const project = {
  id,
  name: text,
  state: choice(PROJECT_STATES),
  version,
  created_at: moment,
  updated_at: moment,
};

const credential = {
  id,
  project_id: textOrNull,
  name: text,
  capabilities: list(heldCapability),
  state: choice(CREDENTIAL_STATES),
  version,
  expires_at: momentOrNull,
  key_id: { type: 'string', description: 'The part of the token that may be shown.' },
  issued_by: textOrNull,
  issued_at: moment,
  updated_at: moment,
};

/** Schemas of everything that is answered: JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export const schemas = {
  Error: shape({
    error: shape(
      {
        code: choice(Object.keys(errors)),
        message: text,
        request_id: id,
        docs: text,
        scope_required: heldCapability,
        scope_held: list(heldCapability),
        details: list(shape({ field: text, issue: text })),
        existing_id: id,
      },
      ['scope_required', 'scope_held', 'details', 'existing_id'],
    ),
  }),
  RecordElement: shape({
    ...linkage,
    type: choice(Object.keys(RECORD_TRANSITIONS)),
    record_id: id,
    origin: text,
    external_id: textOrNull,
    authority: shape({ id, version, digest }),
    issuer: text,
    state: choice(RECORD_STATES),
    expires_at: momentOrNull,
    successor_id: textOrNull,
    content_digest: digest,
    issuer_signature: { type: 'null' },
  }),
  AuthorityElement: shape({
    ...linkage,
    type: choice(Object.keys(AUTHORITY_TRANSITIONS)),
    authority_id: id,
    issuer: text,
    scope: list(text),
    valid_until: moment,
    public_key: { type: 'null' },
    state: choice(AUTHORITY_STATES),
    cause: { enum: [...REVOCATION_CAUSES, null] },
    invalid_since: momentOrNull,
  }),
  Evidence: shape(
    {
      provenance: shape({
        origin: text,
        chain: { ...list(see('RecordElement')), maxItems: 100 },
        chain_length: { type: 'integer', minimum: 0 },
        verified: { type: 'boolean' },
        receipt: { type: 'null' },
      }),
      authority: shape({
        id,
        issuer: text,
        scope: list(text),
        state: choice(AUTHORITY_STATES),
        version,
        digest,
        valid_until: moment,
        valid_at_event: { type: 'boolean' },
        valid_now: { type: 'boolean' },
      }),
      state: choice(RECORD_STATES),
    },
    ['provenance', 'authority', 'state'],
  ),
  Verification: shape({
    record: shape({ id, state: choice(RECORD_STATES), version }),
    evidence: see('Evidence'),
    verified_at: moment,
    request_id: id,
  }),
  VerificationBatch: shape({ data: list({ anyOf: [see('Verification'), see('Error')] }) }),
  Record: shape({
    id,
    project_id: id,
    authority_id: id,
    issuer: text,
    origin: text,
    external_id: textOrNull,
    content_digest: digest,
    state: choice(RECORD_STATES),
    version,
    expires_at: momentOrNull,
    successor_id: textOrNull,
    reason: textOrNull,
    registered_at: moment,
    updated_at: moment,
  }),
  RecordBatch: shape({ data: list({ anyOf: [see('Record'), see('Error')] }) }),
  RecordPage: page('Record'),
  RecordHistory: shape({
    data: list(see('RecordElement')),
    reasons: list(shape({ sequence: version, reason: text, salt: text })),
    next_cursor: textOrNull,
  }),
  Authority: shape({
    id,
    project_id: id,
    issuer: text,
    scope: list(text),
    valid_until: moment,
    state: choice(AUTHORITY_STATES),
    version,
    cause: { enum: [...REVOCATION_CAUSES, null] },
    invalid_since: momentOrNull,
    reason: textOrNull,
    granted_at: moment,
    updated_at: moment,
  }),
  AuthorityPage: page('Authority'),
  Credential: shape({
    ...credential,
    last_used_at: { ...momentOrNull, description: 'To the minute; follows within seconds.' },
  }),
  IssuedCredential: shape({
    ...credential,
    token: { ...textOrNull, description: 'Shown here only; null in the answer to a repeated request.' },
  }),
  CredentialPage: page('Credential'),
  CreatedProject: shape({ project: see('Project'), credential: see('IssuedCredential') }),
  Project: shape(project),
  ...historySchemas,
  CurrentProject: shape({
    project: { anyOf: [see('Project'), { type: 'null' }] },
    environment: choice(ENVIRONMENTS),
    credential_id: id,
    capabilities: list(heldCapability),
  }),
} as const satisfies Record<string, Schema>;

export type SchemaName = keyof typeof schemas;
