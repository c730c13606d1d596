/** What can be wrong with a delivery, or with the secrets and keys for its verification. */
export type DeliveryErrorCode =
  | 'body.malformed'
  | 'body.not_raw'
  | 'event.other_id'
  | 'header.malformed'
  | 'header.missing'
  | 'key.malformed'
  | 'signature.mismatch'
  | 'timestamp.too_new'
  | 'timestamp.too_old';

/** A delivery is not verified; `code` says why. The message contains neither a secret nor the body. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';

  constructor(
    readonly code: DeliveryErrorCode,
    message: string,
  ) {
    super(message);
  }
}
