/** What can be wrong with an input. */
export type EvidenceErrorCode =
  | 'add_checkpoint.malformed'
  | 'bundle.malformed'
  | 'checkpoint.malformed'
  | 'checkpoint.other_origin'
  | 'encoding.not_canonical'
  | 'entries.malformed'
  | 'json.duplicate_member'
  | 'json.lone_surrogate'
  | 'json.number'
  | 'json.syntax'
  | 'json.too_deep'
  | 'jws.malformed'
  | 'key.malformed'
  | 'key_ring.malformed'
  | 'note.bad_signature'
  | 'note.malformed'
  | 'note.unsigned'
  | 'policy.expired'
  | 'policy.future'
  | 'policy.malformed'
  | 'policy.replaced'
  | 'policy.unsigned'
  | 'tile.malformed'
  | 'tlog_proof.malformed'
  | 'trust.malformed'
  | 'verifier_key.malformed';

/** An input does not have the form of its standard, or is not signed as required. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';

  /** @param at offset in the text, in UTF-16 code units from 0; null where the fault has no single place. */
  constructor(
    readonly code: EvidenceErrorCode,
    reason: string,
    readonly at: number | null = null,
  ) {
    super(reason);
  }
}
