import type { Environment } from '@service/contracts';
import type { Settings } from '@service/platform/settings';

/** Which access tokens an environment accepts. */
export interface OauthTerms {
  /** The exact text of `iss`. */
  readonly issuer: string;
  /** What `aud` must hold: the address of the environment's MCP endpoint (RFC 8707, RFC 9728). */
  readonly resource: string;
  /** The claim with the id of the project. */
  readonly projectClaim: string;
}

/** Path of an environment's own MCP endpoint. */
export function mcpPathOf(environment: Environment): string {
  return `/mcp/${environment}`;
}

/** The terms that the settings name; null where the environment has no issuer. */
export function oauthTermsOf(
  {
    publicUrl,
    oauthIssuers,
    oauthProjectClaim,
  }: Pick<Settings, 'publicUrl' | 'oauthIssuers' | 'oauthProjectClaim'>,
  environment: Environment,
): OauthTerms | null {
  const issuer = oauthIssuers[environment];
  if (issuer === undefined || publicUrl === undefined) return null;
  return { issuer, resource: publicUrl + mcpPathOf(environment), projectClaim: oauthProjectClaim };
}
