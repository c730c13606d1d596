import type { CredentialSnapshot } from '@service/contracts';
import { credentialStateAt } from '@service/contracts';
import { PEPPERS, requireDependedOn } from '@service/platform/secret-lines';
import type { Peppers } from './peppers.js';

/** Number of live credentials with a valid secret that was sealed under each pepper, by pepper id. */
export function countByPepper(credentials: Iterable<CredentialSnapshot>, now: Date): Map<string, number> {
  const counts = new Map<string, number>();
  for (const credential of credentials) {
    const state = credentialStateAt(credential, now);
    if (state === 'revoked' || state === 'expired') continue;
    const working = credential.secrets.filter(
      ({ works_until }) => works_until === null || Date.parse(works_until) > now.getTime(),
    );
    for (const id of new Set(working.map(({ pepper_id }) => pepper_id))) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Makes sure that the secret of every live credential can be verified.
 * @throws StartError that names the missing peppers and the number of credentials that depend on each.
 */
export function requirePeppers(peppers: Peppers, credentials: Iterable<CredentialSnapshot>, now: Date): void {
  requireDependedOn(PEPPERS, peppers, countByPepper(credentials, now));
}
