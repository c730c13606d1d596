/** What can be wrong with something that was handed in to be read. */
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
  | 'tile.malformed'
  | 'tlog_proof.malformed'
  | 'trust.malformed'
  | 'verifier_key.malformed';

/** Something that was handed in has not the one form that its standard gives it, or is not signed as it must be. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';

  /** @param at where in the text, in UTF-16 code units from 0; null where no one place is at fault. */
  constructor(
    readonly code: EvidenceErrorCode,
    reason: string,
    readonly at: number | null = null,
  ) {
    super(reason);
  }
}
