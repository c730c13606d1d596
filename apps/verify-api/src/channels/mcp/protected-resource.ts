import { CAPABILITIES, type Capability } from '@service/contracts';
import type { OauthTerms } from '../../admission/authentication/oauth/oauth-terms.js';
import { tools } from './tools/tools.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The scopes that clients can ask for: the capabilities that some tool needs. */
export const toolCapabilities: readonly Capability[] = CAPABILITIES.filter((capability) =>
  tools.some(({ operation: { access } }) => [access].flat().includes(capability)),
);

/** Address of the metadata of a protected resource: the well-known path before its own (RFC 9728, section 3.1). */
export function resourceMetadataOf({ resource }: Pick<OauthTerms, 'resource'>): string {
  const { origin, pathname } = new URL(resource);
  return origin + WELL_KNOWN + pathname;
}
