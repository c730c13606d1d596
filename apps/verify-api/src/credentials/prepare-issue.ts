import { newId, type IssueCredential, type StoredSecret } from '@service/contracts';
import type { Pepper } from '../admission/authentication/peppers/pepper.js';
import { parseToken } from '../admission/authentication/tokens/token.js';
import type { SecretHolder } from '../views/secret-binding.js';

/** The requested terms. A missing limit means none, and a missing expiry is set by the project's policy. */
export type WantedCredential = Pick<IssueCredential, 'name' | 'capabilities'> &
  Partial<Omit<IssueCredential, 'secret'>>;

/**
 * The id of a new credential and the command that issues it, which carries only the HMAC of its token.
 * @param projectId null for an operator's credential.
 */
export function prepareIssue(
  pepper: Pepper,
  projectId: string | null,
  wanted: WantedCredential,
  token: string,
): { id: string; payload: IssueCredential } {
  const { authorities = null, allowed_ips = null, rate_limit = null, metadata = {}, ...others } = wanted;
  const terms = { ...others, authorities, allowed_ips, rate_limit, metadata };
  const id = newId('credential');
  const secret = sealToken(pepper, token, { ...terms, id, project_id: projectId });
  return { id, payload: { ...terms, secret } };
}

/** The form in which a credential's token is stored. */
export function sealToken(pepper: Pepper, token: string, holder: SecretHolder): StoredSecret {
  const parsed = parseToken(token);
  if (parsed === null) throw new TypeError('The token is not one of this service.');
  return pepper.seal(parsed, holder);
}
