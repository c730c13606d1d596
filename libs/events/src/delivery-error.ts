/** What can be wrong with a delivery, or with what it is verified by. */
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

/** A delivery that is not to be believed; `code` says why. Neither a secret nor the body is in the message. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';

  constructor(
    readonly code: DeliveryErrorCode,
    message: string,
  ) {
    super(message);
  }
}
