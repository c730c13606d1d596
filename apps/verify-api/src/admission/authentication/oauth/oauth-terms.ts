import type { Settings } from '@service/platform/settings';

/** The terms on which an environment accepts access tokens. */
export interface OauthTerms {
  /** The exact text of `iss`. */
  readonly issuer: string;
  /** What `aud` must hold: the address of the MCP endpoint (RFC 8707, RFC 9728). */
  readonly resource: string;
  /** The claim with the id of the project. */
  readonly projectClaim: string;
}

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';

/** The terms that the settings name; null where there is no issuer. */
export function oauthTermsOf({
  publicUrl,
  oauthIssuer: issuer,
  oauthProjectClaim: projectClaim,
}: Pick<Settings, 'publicUrl' | 'oauthIssuer' | 'oauthProjectClaim'>): OauthTerms | null {
  if (issuer === undefined || publicUrl === undefined) return null;
  return { issuer, resource: publicUrl + MCP_PATH, projectClaim };
}
