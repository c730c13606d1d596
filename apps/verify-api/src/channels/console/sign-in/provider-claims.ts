import { ROLES, type RoleGrant } from '@service/contracts';
import type { RoleMap } from '@service/platform/settings';
import type { ProfileOrErased } from '../keys/operator-keys.js';
import { tidyAddress, tidyName } from '../../../operators/person-texts.js';
import type { VouchedPerson } from './oidc-provider.js';

/**
 * The roles that a claim gives by the settings: for each project the highest one.
 * @param claim a text, or a list of texts; anything else gives nothing.
 */
export function grantedRoles(map: RoleMap, claim: unknown): RoleGrant[] {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  const highest = new Map<string | null, RoleGrant>();
  for (const grant of values.flatMap((value) => map.get(value) ?? [])) {
    const held = highest.get(grant.project_id);
    if (held === undefined || ROLES.indexOf(held.role) < ROLES.indexOf(grant.role)) {
      highest.set(grant.project_id, grant);
    }
  }
  return [...highest.values()];
}

/**
 * A person’s name and address from the provider’s claims, without invalid ones. An address that the provider calls
 * unverified is left out: it may be another person’s. Without a name, the address or the subject takes its place.
 */
export function vouchedProfile({ claims, subject }: Omit<VouchedPerson, 'issuer'>): ProfileOrErased {
  const { name, email, email_verified: isVerified } = claims;
  // Some providers send it as text, and many leave it out.
  const isDenied = isVerified === false || isVerified === 'false';
  const address = typeof email === 'string' && !isDenied ? tidyAddress(email) : null;
  const called = typeof name === 'string' ? tidyName(name) : null;
  return { name: called ?? address ?? tidyName(subject), address };
}
