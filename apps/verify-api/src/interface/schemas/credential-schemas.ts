import { CREDENTIAL_STATES, HELD_CAPABILITIES, PROJECT_STATES } from '@service/contracts';
import {
  choice,
  described,
  id,
  list,
  moment,
  momentOrNull,
  orNull,
  see,
  shape,
  text,
  textOrNull,
  version,
} from './schema-forms.js';

export const heldCapability = choice(HELD_CAPABILITIES);

/** Numbers for some of the kinds of operation. */
const counts = (minimum: number) => {
  const each = { type: 'integer', minimum } as const;
  return shape({ verify: each, read: each, write: each }, ['verify', 'read', 'write']);
};

export const project = {
  id,
  name: text,
  quota: described(counts(0), 'Operations a UTC day.'),
  max_credential_days: { type: ['integer', 'null'], minimum: 1 },
  state: choice(PROJECT_STATES),
  version,
  reason: described(textOrNull, 'Of its newest suspension or resumption.'),
  blocked_subjects: list(text),
  created_at: moment,
  updated_at: moment,
} as const;

/** The limits of a credential. */
export const limits = {
  expires_at: momentOrNull,
  authorities: { ...list(id), type: ['array', 'null'] },
  allowed_ips: { ...list(text), type: ['array', 'null'] },
  rate_limit: { ...counts(1), type: ['object', 'null'], description: 'Operations a second.' },
} as const;

export const credentialRotation = shape({
  overlap_ends_at: moment,
  old_key_id: described(text, 'The part of the old token that may be shown.'),
  old_last_used_at: described(
    momentOrNull,
    'When the old token was used last since the rotation, to the minute; null where it was not, and in the answer to a rotation.',
  ),
});

export const credential = {
  id,
  project_id: textOrNull,
  name: text,
  capabilities: list(heldCapability),
  ...limits,
  metadata: { type: 'object', additionalProperties: text },
  state: choice(CREDENTIAL_STATES),
  version,
  reason: described(textOrNull, 'Why it was revoked.'),
  rotation: orNull(
    see('CredentialRotation'),
    'The overlap of a rotation, while the old token still works; null otherwise.',
  ),
  key_id: { type: 'string', description: 'The part of the token that may be shown.' },
  issued_by: textOrNull,
  created_at: moment,
  updated_at: moment,
} as const;
