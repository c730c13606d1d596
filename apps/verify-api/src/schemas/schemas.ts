import {
  AUTHORITY_STATES,
  KEY_PURPOSES,
  KEY_STATES,
  LOOKUPS,
  RECORD_STATES,
  REVOCATION_CAUSES,
  VERDICT_REASONS,
  VERDICT_WARNINGS,
} from '@service/evidence';
import { ENVIRONMENTS, MOST_DETAILS, errors } from '@service/contracts';
import { bundleSchemas } from './bundle-schemas.js';
import { credential, heldCapability, limits, project } from './credential-schemas.js';
import { notes } from './metadata-schema.js';
import type { FromSchema } from './from-schema.js';
import { elementSchemas, shownAuthority } from './element-schemas.js';
import { eventSchemas } from './event-schemas.js';
import { historySchemas } from './history-schemas.js';
import { deliverySchemas } from './delivery-schemas.js';
import { subscriptionSchemas } from './subscription-schemas.js';
import {
  choice,
  count,
  digest,
  flag,
  hash,
  history,
  id,
  list,
  moment,
  momentOrNull,
  nameIn,
  oneOf,
  orNull,
  page,
  see,
  shape,
  text,
  textOrNull,
  version,
  type Schema,
} from './schema-forms.js';

/** Schemas of everything that is answered: JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export const schemas = {
  Error: shape({
    error: shape(
      {
        code: nameIn(errors),
        message: text,
        request_id: id,
        docs: text,
        scope_required: heldCapability,
        scope_held: list(heldCapability),
        details: { ...list(shape({ field: text, issue: text })), maxItems: MOST_DETAILS },
        existing_id: id,
        current_version: version,
        current_state: text,
        overlap_until: moment,
        blocked_by: id,
      },
      [
        'scope_required',
        'scope_held',
        'details',
        'existing_id',
        'current_version',
        'current_state',
        'overlap_until',
        'blocked_by',
      ],
    ),
  }),
  Explanation: shape({
    code: text,
    status: orNull(count, 'HTTP status of an error; null for a reason or a warning of a verdict.'),
    meaning: text,
    resolution: textOrNull,
  }),
  ...elementSchemas,
  ShownAuthority: shownAuthority,
  Evidence: shape(
    {
      provenance: shape({
        origin: text,
        chain: { ...list(see('RecordElement')), maxItems: 100 },
        chain_length: count,
        verified: flag,
        receipt: orNull(see('Receipt'), 'Of the newest element; null until the log has it.'),
      }),
      authority: see('ShownAuthority'),
      state: choice(RECORD_STATES),
      verdict: see('Verdict'),
      lookup: {
        ...shape({
          by: choice(LOOKUPS),
          current: { ...flag, description: 'Whether the record has it now; false for a former content.' },
          matches: {
            ...version,
            description: 'Records that match, within the caller’s project and authorities.',
          },
          revoked_matches: count,
        }),
        description: 'How the record was found, exactly where the request does not name its id.',
      },
    },
    ['provenance', 'authority', 'state', 'verdict', 'lookup'],
  ),
  Verdict: shape(
    {
      result: {
        ...choice(['passed', 'failed']),
        description: 'Whether the record is good. Only `passed` says yes.',
      },
      reasons: { ...list(nameIn(VERDICT_REASONS)), description: 'Everything that makes it `failed`.' },
      warnings: { ...list(nameIn(VERDICT_WARNINGS)), description: 'What does not, but deserves a look.' },
      successor_id: { ...id, description: 'The record that replaced a superseded one.' },
    },
    ['successor_id'],
  ),
  Receipt: shape({
    log_index: count,
    tree_size: version,
    root_hash: hash,
    inclusion_proof: { ...list(hash), description: 'From the leaf to the root (RFC 6962).' },
    checkpoint: { ...text, description: 'The signed note of the tree (C2SP tlog-checkpoint).' },
  }),
  KeySet: shape({
    keys: list(
      shape({
        kty: { const: 'OKP' },
        crv: { const: 'Ed25519' },
        x: { ...text, description: '32 bytes in base64url.' },
        kid: { ...text, description: 'RFC 7638 thumbprint.' },
        alg: { const: 'Ed25519' },
        use: { const: 'sig' },
        purpose: choice(KEY_PURPOSES),
        state: choice(KEY_STATES),
        published_at: moment,
        revoked_at: momentOrNull,
        invalid_since: { ...momentOrNull, description: 'Nothing counts that it signed since.' },
      }),
    ),
    log: shape({
      origin: text,
      vkeys: {
        ...list(text),
        description: 'What a verifier pins: the keys of the checkpoints (C2SP signed-note).',
      },
    }),
  }),
  Verification: shape({
    record: shape({ id, state: choice(RECORD_STATES), version }),
    evidence: see('Evidence'),
    verified_at: moment,
    request_id: id,
  }),
  VerificationBatch: shape({ data: list(oneOf(see('Verification'), see('Error'))) }),
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
    ...notes,
    registered_at: moment,
    updated_at: moment,
  }),
  RecordBatch: shape({ data: list(oneOf(see('Record'), see('Error'))) }),
  RecordPage: page('Record'),
  RecordHistory: history('RecordElement'),
  Authority: shape({
    id,
    project_id: id,
    issuer: text,
    scope: list(text),
    valid_until: moment,
    public_key: textOrNull,
    state: choice(AUTHORITY_STATES),
    version,
    cause: { enum: [...REVOCATION_CAUSES, null] },
    invalid_since: momentOrNull,
    reason: textOrNull,
    granted_at: moment,
    updated_at: moment,
  }),
  AuthorityPage: page('Authority'),
  AuthorityHistory: history('AuthorityElement'),
  Credential: shape({
    ...credential,
    last_used_at: { ...momentOrNull, description: 'To the minute; follows within seconds.' },
  }),
  IssuedCredential: shape({
    ...credential,
    token: { ...textOrNull, description: 'Shown here only; null in the answer to a repeated request.' },
  }),
  CredentialPage: page('Credential'),
  Acknowledgement: { ...shape({}), description: 'An empty object: what was sent was taken.' },
  CreatedProject: shape({ project: see('Project'), credential: see('IssuedCredential') }),
  Project: shape(project),
  OwnProject: shape(project, ['blocked_subjects']),
  ProjectPage: page('Project'),
  ...eventSchemas,
  ...subscriptionSchemas,
  ...deliverySchemas,
  ...historySchemas,
  ...bundleSchemas,
  CurrentProject: shape({
    project: orNull(see('OwnProject'), 'The credential’s project; null for an operator.'),
    environment: choice(ENVIRONMENTS),
    credential_id: id,
    capabilities: list(heldCapability),
    ...limits,
  }),
} as const satisfies Record<string, Schema>;

export type SchemaName = keyof typeof schemas;

/** What is answered where a schema is documented. */
export type Answer<Name extends SchemaName> = FromSchema<(typeof schemas)[Name], typeof schemas>;
