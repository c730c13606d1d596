import { invalidRequest } from '@service/contracts';

/** The header field, as people write it. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

const MOST = 255;
const PRINTABLE = /^[ -~]+$/;
/** A string of RFC 8941, section 3.3.3, the form of the header in draft-ietf-httpapi-idempotency-key-header. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/**
 * The key of a request: 1 to 255 printable ASCII characters, with or without quotes; null without a field.
 * @param fields all fields with that name.
 * @throws ServiceError `request.invalid` for any other text and for several fields.
 */
export function parseIdempotencyKey(fields: readonly string[] | undefined): string | null {
  if (fields === undefined) return null;
  const [field = ''] = fields;
  const key = field.startsWith('"') ? QUOTED.exec(field)?.[1]?.replaceAll(/\\(.)/g, '$1') : field;
  if (fields.length === 1 && key !== undefined && key.length <= MOST && PRINTABLE.test(key)) return key;
  throw invalidRequest(IDEMPOTENCY_KEY, `must be one text of 1 to ${MOST} printable ASCII characters`);
}
