import {
  KEY_PURPOSES,
  KEY_STATES,
  LOOKUPS,
  RECORD_STATES,
  UNPROVEN,
  VERDICT_REASONS,
  VERDICT_WARNINGS,
} from '@service/evidence';
import {
  choice,
  count,
  described,
  flag,
  hash,
  id,
  list,
  moment,
  momentOrNull,
  nameIn,
  oneOf,
  orNull,
  see,
  shape,
  text,
  version,
} from './schema-forms.js';

/** Schemas of verifications, of the evidence in them, and of the keys that prove it. */
export const evidenceSchemas = {
  Evidence: shape(
    {
      provenance: shape(
        {
          origin: text,
          chain: { ...list(see('RecordElement')), maxItems: 100 },
          chain_length: count,
          verified: flag,
          receipt: orNull(see('Receipt'), 'Of the newest element; null until the log has it.'),
          logged_by: described(
            moment,
            'By when the log has the newest element; only where there is no receipt.',
          ),
        },
        ['logged_by'],
      ),
      authority: see('ShownAuthority'),
      state: choice(RECORD_STATES),
      verdict: see('Verdict'),
      lookup: described(
        shape({
          by: choice(LOOKUPS),
          counts: described(
            choice([UNPROVEN]),
            'What the two counts rest on: nothing in the answer proves them.',
          ),
          current: described(
            flag,
            'Whether the record still has the value that it was looked up by; false for a former content.',
          ),
          matches: described(version, 'Records that match, within the caller’s project and authorities.'),
          revoked_matches: count,
        }),
        'How the record was found, exactly where the request does not name its id.',
      ),
    },
    ['provenance', 'authority', 'state', 'verdict', 'lookup'],
  ),
  Verdict: shape(
    {
      result: described(choice(['passed', 'failed']), 'Whether the record is good. Only `passed` says yes.'),
      reasons: described(list(nameIn(VERDICT_REASONS)), 'Everything that makes it `failed`.'),
      warnings: described(list(nameIn(VERDICT_WARNINGS)), 'What does not, but deserves a look.'),
      successor_id: described(id, 'The record that replaced a superseded one.'),
    },
    ['successor_id'],
  ),
  Receipt: shape({
    log_index: count,
    tree_size: version,
    root_hash: hash,
    inclusion_proof: described(list(hash), 'From the leaf to the root (RFC 6962).'),
    checkpoint: described(text, 'The signed note of the tree (C2SP tlog-checkpoint).'),
  }),
  KeySet: shape({
    keys: list(
      shape({
        kty: { const: 'OKP' },
        crv: { const: 'Ed25519' },
        x: described(text, '32 bytes in base64url.'),
        kid: described(text, 'RFC 7638 thumbprint.'),
        alg: { const: 'Ed25519' },
        use: { const: 'sig' },
        purpose: choice(KEY_PURPOSES),
        state: choice(KEY_STATES),
        published_at: moment,
        revoked_at: momentOrNull,
        invalid_since: described(momentOrNull, 'Nothing counts that it signed since.'),
      }),
    ),
    log: shape({
      origin: text,
      vkeys: described(list(text), 'What a verifier pins: the keys of the checkpoints (C2SP signed-note).'),
      retired: {
        ...list(
          shape({
            vkey: described(text, 'The key (C2SP signed-note).'),
            tree_size: described(count, 'Of the largest checkpoint that its signature counts for.'),
            retired_at: described(moment, 'When it signed no more.'),
          }),
        ),
        description: 'Keys that signed checkpoints before.',
      },
      merge_delay: described(count, 'Seconds after its time within which an element is in the log.'),
    }),
  }),
  LogCheckpoints: shape({
    data: {
      ...list(
        shape({
          tree_size: count,
          root_hash: hash,
          checkpoint: described(text, 'The signed note, as the log signed it then.'),
          published_at: described(moment, 'When it was published. The note does not say it.'),
        }),
      ),
      maxItems: 100,
    },
  }),
  LogWitnesses: shape({
    data: list(
      shape({
        name: described(text, 'The name that its cosignatures carry.'),
        vkey: described(text, 'Its key for cosignatures (C2SP signed-note).'),
      }),
    ),
  }),
  Verification: shape({
    record: shape({ id, state: choice(RECORD_STATES), version }),
    evidence: see('Evidence'),
    verified_at: moment,
    request_id: id,
  }),
  VerificationBatch: shape({ data: list(oneOf(see('Verification'), see('Error'))) }),
} as const;
