import type { CredentialSnapshot } from '@service/contracts';
import { canonicalJson } from '@service/evidence';

/** The credential of a secret, with the terms that its owner stores as the gateway sent them. */
export type SecretHolder = Pick<
  CredentialSnapshot,
  'id' | 'project_id' | 'capabilities' | 'authorities' | 'allowed_ips' | 'rate_limit'
>;

/**
 * What a bound secret's HMAC covers before the token: the credential and what the credential may do. Name and
 * metadata are left out because they change; the expiry because the owner sets it when the project limits it.
 */
export function bindingOf(holder: SecretHolder): string {
  const { id, project_id, capabilities, authorities, allowed_ips, rate_limit } = holder;
  const terms = {
    credential_id: id,
    project_id,
    capabilities: capabilities.toSorted(),
    authorities: authorities?.toSorted() ?? null,
    allowed_ips: allowed_ips?.toSorted() ?? null,
    rate_limit,
  };
  // Canonical JSON has no line feed, so the token begins where the third line does.
  return `bound/v1\n${canonicalJson(terms)}\n`;
}
