import type { ProfileOrErased } from '../keys/operator-keys.js';
import { tidyAddress, tidyName } from '../keys/person-texts.js';
import type { VouchedPerson } from './oidc-provider.js';

/**
 * The name and address of somebody, from the claims of the provider. What cannot be shown is left out, and so is an address that
 * the provider calls unverified: it may belong to somebody else. Without a name, the address or the subject stands for it.
 */
export function vouchedProfile({ claims, subject }: Omit<VouchedPerson, 'issuer'>): ProfileOrErased {
  const { name, email, email_verified: isVerified } = claims;
  // Some providers send a text, many leave it out.
  const isDenied = isVerified === false || isVerified === 'false';
  const address = typeof email === 'string' && !isDenied ? tidyAddress(email) : null;
  const called = typeof name === 'string' ? tidyName(name) : null;
  return { name: called ?? address ?? tidyName(subject), address };
}
