import type { ProfileOrErased } from '../keys/operator-keys.js';
import { tidyAddress, tidyName } from '../../../operators/person-texts.js';
import type { VouchedPerson } from './oidc-provider.js';

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
