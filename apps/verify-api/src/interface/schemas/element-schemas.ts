import {
  AUTHORITY_STATES,
  AUTHORITY_TRANSITIONS,
  RECORD_STATES,
  RECORD_TRANSITIONS,
  REVOCATION_CAUSES,
} from '@service/evidence';
import {
  choice,
  digest,
  flag,
  id,
  linkage,
  list,
  moment,
  momentOrNull,
  nameIn,
  shape,
  text,
  textOrNull,
  version,
} from './schema-forms.js';

/** The dialect of every schema. */
export const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

/** Schemas of elements as they are shown. */
export const elementSchemas = {
  RecordElement: shape({
    ...linkage,
    project_id: id,
    type: nameIn(RECORD_TRANSITIONS),
    record_id: id,
    origin: text,
    external_id: textOrNull,
    authority: shape({ id, version, digest }),
    issuer: text,
    state: choice(RECORD_STATES),
    expires_at: momentOrNull,
    successor_id: textOrNull,
    content_digest: digest,
    issuer_signature: textOrNull,
  }),
  AuthorityElement: shape({
    ...linkage,
    project_id: id,
    type: nameIn(AUTHORITY_TRANSITIONS),
    authority_id: id,
    issuer: text,
    scope: list(text),
    valid_until: moment,
    public_key: textOrNull,
    state: choice(AUTHORITY_STATES),
    cause: { enum: [...REVOCATION_CAUSES, null] },
    invalid_since: momentOrNull,
  }),
};

/** An authority as evidence shows it. */
export const shownAuthority = shape({
  id,
  issuer: text,
  scope: list(text),
  state: choice(AUTHORITY_STATES),
  version,
  digest,
  valid_until: moment,
  valid_at_event: flag,
  valid_now: flag,
});
