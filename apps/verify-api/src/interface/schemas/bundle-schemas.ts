import { KEY_CAUSES, KEY_STATES, KEY_TRANSITIONS, PUBLISHED_PURPOSES } from '@service/evidence';
import {
  choice,
  count,
  described,
  hash,
  id,
  linkage,
  list,
  mapOf,
  momentOrNull,
  nameIn,
  see,
  shape,
  text,
  textOrNull,
} from './schema-forms.js';

const base64url = { type: 'string', pattern: '^[\\w-]+$' } as const;

export const consistencyProof = shape({ from: count, to: count, proof: list(hash) });

/** Schemas of the evidence bundle. */
export const bundleSchemas = {
  KeyElement: shape({
    ...linkage,
    type: nameIn(KEY_TRANSITIONS),
    key_id: described(base64url, 'RFC 7638 thumbprint.'),
    purpose: choice(PUBLISHED_PURPOSES),
    public_key: described(base64url, '32 bytes in base64url.'),
    state: choice(KEY_STATES),
    cause: { enum: [...KEY_CAUSES, null] },
    invalid_since: momentOrNull,
    invalid_from_size: { type: ['integer', 'null'], minimum: 0 },
  }),
  EvidenceBundle: shape(
    {
      format: { const: 'bundle/v1' },
      log: described(text, 'Origin of the log.'),
      answer: shape({
        body: see('Verification'),
        request: shape({
          body: shape({ record_id: id }),
          method: { const: 'POST' },
          path: { const: '/v1/records/verify' },
        }),
        request_id: id,
        nonce: described(textOrNull, 'What was sent as `Service-Nonce`.'),
        as_of: described(text, 'As `Service-Evidence-As-Of`.'),
        signature: described(text, 'As `Service-Evidence-Signature`.'),
        path: described(text, 'As `Service-Evidence-Path`.'),
      }),
      record: described(list(see('RecordElement')), 'All elements, oldest first.'),
      authorities: described(
        mapOf(list(see('AuthorityElement'))),
        'All elements of each authority that the record names, by its id.',
      ),
      keys: described(
        mapOf(list(see('KeyElement'))),
        'All elements of each key that signed anything in here, by its id.',
      ),
      checkpoint: described(text, 'A signed note of the log with its cosignatures (C2SP tlog-checkpoint).'),
      inclusion: described(
        mapOf(text),
        'Proof that the newest element of each subject is in the log (C2SP tlog-proof), by the subject’s id: the record, the authorities, `key_` and a key’s id.',
      ),
      order: described(
        mapOf(text),
        'The same of earlier elements, by the subject’s id, a slash and the sequence: of each authority and key all, of the record the first, and, of those that name each version of an authority and of those under each key, the last and the last that adds a `passed`.',
      ),
      consistency: described(
        consistencyProof,
        'From the size in `as_of` to that of the checkpoint (RFC 6962).',
      ),
      earlier: described(consistencyProof, 'From the size that the request named as `from`.'),
    },
    ['earlier'],
  ),
};
