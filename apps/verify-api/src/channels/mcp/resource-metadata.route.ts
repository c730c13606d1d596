import { CAPABILITIES, type Capability } from '@service/contracts';
import type { FastifyInstance } from 'fastify';
import type { OauthTerms } from '../../admission/authentication/oauth/oauth-terms.js';
import { JSON_ANSWER } from '../http/media-types.js';
import { ServedDocument } from '../http/served-document.js';
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

/** Serves the metadata by which clients find the issuer of access tokens (RFC 9728), to everybody. */
export function addResourceMetadataRoute(server: FastifyInstance, terms: OauthTerms): void {
  const { issuer, resource } = terms;
  const metadata = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: toolCapabilities,
    bearer_methods_supported: ['header'],
    resource_name: 'Record verification',
    resource_documentation: `${new URL(resource).origin}/docs/mcp`,
  };
  const document = new ServedDocument(JSON_ANSWER, JSON.stringify(metadata));
  server.get(new URL(resourceMetadataOf(terms)).pathname, (request, reply) => document.send(request, reply));
}
