import { kindFor, invalidRequest, type CredentialTerms, type StoredSecret } from '@service/contracts';

const KEY_ID = /^[0-9A-Za-z]{16}$/;
const HMAC = /^[0-9a-f]{64}$/;
const PEPPER_ID = /^[0-9a-f]{16}$/;

/**
 * Checks a secret that the gateway has made for a credential: its form, and that the token's kind fits what the
 * credential may do.
 * @throws ServiceError `request.invalid`.
 */
export function requireSecret(
  { format, kind, key_id, hmac, pepper_id }: StoredSecret,
  { capabilities }: Pick<CredentialTerms, 'capabilities'>,
): void {
  // A forged command can have any form.
  const hasForm =
    (format as unknown) === 'bound/v1' && KEY_ID.test(key_id) && HMAC.test(hmac) && PEPPER_ID.test(pepper_id);
  if (!hasForm) throw invalidRequest('secret', 'is not a bound secret');
  if (kind !== kindFor(capabilities)) throw invalidRequest('secret', 'is of a token of another kind');
}
