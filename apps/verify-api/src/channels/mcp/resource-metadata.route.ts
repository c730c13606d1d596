import type { FastifyInstance } from 'fastify';
import type { OauthTerms } from '../../admission/authentication/oauth/oauth-terms.js';
import { JSON_ANSWER } from '../http/media-types.js';
import { ServedDocument } from '../http/served-document.js';
import { resourceMetadataOf, toolCapabilities } from './protected-resource.js';

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
