import { ENVIRONMENTS, LINK_PROOFS, LINK_SHOWS, LINK_STATES, MOST_DETAILS, errors } from '@service/contracts';
import { AUTHORITY_STATES, RECORD_ACTIONS, RECORD_STATES, REVOCATION_CAUSES } from '@service/evidence';
import { bundleSchemas } from './bundle-schemas.js';
import { credential, credentialRotation, heldCapability, limits, project } from './credential-schemas.js';
import { deliverySchemas } from './delivery-schemas.js';
import { elementSchemas, shownAuthority } from './element-schemas.js';
import { eventSchemas } from './event-schemas.js';
import { evidenceSchemas } from './evidence-schemas.js';
import type { FromSchema } from './from-schema.js';
import { historySchemas } from './history-schemas.js';
import { operatorSchemas } from './operator-schemas.js';
import { subscriptionSchemas } from './subscription-schemas.js';
import {
  choice,
  count,
  described,
  digest,
  flag,
  history,
  id,
  list,
  moment,
  notes,
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

const link = {
  id,
  project_id: id,
  record_id: id,
  shows: described(list(choice(LINK_SHOWS)), 'What the page shows.'),
  proof: described(choice(LINK_PROOFS), 'What it discloses.'),
  expires_at: momentOrNull,
  state: choice(LINK_STATES),
  version,
  reason: textOrNull,
  created_by: text,
  created_at: moment,
  updated_at: moment,
} as const;

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
        overlap_ends_at: moment,
        blocked_by: id,
      },
      [
        'scope_required',
        'scope_held',
        'details',
        'existing_id',
        'current_version',
        'current_state',
        'overlap_ends_at',
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
  ...evidenceSchemas,
  Record: shape(
    {
      id,
      project_id: id,
      authority_id: id,
      issuer: text,
      origin: text,
      external_id: textOrNull,
      content_digest: digest,
      state: choice(RECORD_STATES),
      version,
      digest: described(digest, 'Digest of the newest element.'),
      allowed_transitions: list(choice(RECORD_ACTIONS)),
      expires_at: momentOrNull,
      successor_id: textOrNull,
      reason: textOrNull,
      ...notes,
      created_at: moment,
      updated_at: moment,
      verdict: orNull(
        see('Verdict'),
        'What a verification says, where the list is asked for it; null where that fails now.',
      ),
    },
    ['verdict'],
  ),
  RecordBatch: shape({ data: list(oneOf(see('Record'), see('Error'))) }),
  RecordPage: page('Record'),
  RecordHistory: history('RecordElement'),
  Link: shape(link),
  CreatedLink: shape({
    ...link,
    path: described(
      textOrNull,
      'The page’s; behind `#` the id, the secret, the record and, where that is all, `answer`. Here only; null in the answer to a repeated request.',
    ),
  }),
  LinkPage: page('Link'),
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
    created_at: moment,
    updated_at: moment,
  }),
  AuthorityPage: page('Authority'),
  AuthorityHistory: history('AuthorityElement'),
  AuthorityReach: shape({
    from: described(momentOrNull, 'Null where everything is counted.'),
    records: described(count, 'Records with an element since then.'),
    elements: described(count, 'Elements of these records since then.'),
    complete: described(flag, 'Whether all records were looked at, not just the newest 10,000.'),
  }),
  CredentialRotation: credentialRotation,
  Credential: shape({
    ...credential,
    last_used_at: described(momentOrNull, 'To the minute; follows within seconds.'),
  }),
  IssuedCredential: shape({
    ...credential,
    token: described(textOrNull, 'Shown here only; null in the answer to a repeated request.'),
  }),
  CredentialPage: page('Credential'),
  Acknowledgement: described(shape({}), 'An empty object: what was sent was taken.'),
  CreatedProject: shape({
    ...project,
    admin_credential: described(see('IssuedCredential'), 'The project’s first credential, with its token.'),
  }),
  Project: shape(project),
  OwnProject: shape(project, ['blocked_subjects']),
  ProjectPage: page('Project'),
  ...operatorSchemas,
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

/** The type of an answer that has this schema. */
export type Answer<Name extends SchemaName> = FromSchema<(typeof schemas)[Name], typeof schemas>;
