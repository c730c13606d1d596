import { ServiceError, UnavailableError } from '@service/contracts';
import { reasonOf } from '@service/platform/errors';
import * as client from 'openid-client';
import type { OidcTerms } from '../console-terms.js';

/** Milliseconds for which the provider’s metadata are kept, and for its answers. */
const METADATA_LIFE = 10 * 60_000;
const TIMEOUT_SECONDS = 10;
/** Seconds that a fresh authentication may be old, with those by which clocks differ. */
const FRESH_WITHIN = 120;

/** What a browser must bring back: it came from there, and its answer is for this sign-in. */
export interface OidcFlow {
  state: string;
  nonce: string;
  verifier: string;
  /** Path below the Console where the browser goes on. */
  returnTo: string;
  /** The challenge that a fresh authentication answers; null for a sign-in. */
  stepUp: string | null;
}

/** Whom the provider vouches for. */
export interface VouchedPerson {
  issuer: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

/** The OpenID Connect provider of an environment: the code flow with PKCE, state and nonce. */
export class OidcProvider {
  private known: { configuration: Promise<client.Configuration>; until: number } | null = null;

  constructor(private readonly terms: OidcTerms) {}

  /** Where the browser is sent, and what it must keep meanwhile. */
  async begin(
    redirectUri: string,
    wanted: Pick<OidcFlow, 'returnTo' | 'stepUp'>,
  ): Promise<{ location: string; flow: OidcFlow }> {
    const configuration = await this.configuration();
    const verifier = client.randomPKCECodeVerifier();
    const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier, ...wanted };
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: flow.state,
      nonce: flow.nonce,
      ...(flow.stepUp === null ? {} : { max_age: '0', prompt: 'login' }),
    });
    return { location: location.href, flow };
  }

  /**
   * Redeems the code that the browser brought back.
   * @throws ServiceError `session.sign_in_failed` where the provider refused, or its answer is not for this flow;
   *   `service.unavailable` where it does not answer.
   */
  async finish(callback: URL, flow: OidcFlow): Promise<VouchedPerson> {
    const configuration = await this.configuration();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
        ...(flow.stepUp === null ? {} : { maxAge: FRESH_WITHIN }),
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new ServiceError('session.sign_in_failed');
      return { issuer: claims.iss, subject: claims.sub, claims };
    } catch (error) {
      throw isUnreachable(error) ? this.unreachable(error) : new ServiceError('session.sign_in_failed');
    }
  }

  /** @throws ServiceError `service.unavailable`. */
  private async configuration(): Promise<client.Configuration> {
    if (this.known === null || this.known.until <= Date.now()) {
      const known = { configuration: this.discover(), until: Date.now() + METADATA_LIFE };
      this.known = known;
      known.configuration.catch(() => {
        if (this.known === known) this.known = null;
      });
    }
    try {
      return await this.known.configuration;
    } catch (error) {
      throw this.unreachable(error);
    }
  }

  private unreachable(error: unknown): UnavailableError {
    const { issuer } = this.terms;
    return new UnavailableError({ cause: 'oidc_provider_unreachable', issuer, error: reasonOf(error) });
  }

  private async discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.terms;
    const server = new URL(issuer);
    // The setting allows http on the loopback address alone.
    const execute = server.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    const found = await client.discovery(
      server,
      clientId,
      clientSecret,
      client.ClientSecretBasic(clientSecret),
      {
        execute,
        timeout: TIMEOUT_SECONDS,
      },
    );
    const methods = found.serverMetadata().token_endpoint_auth_methods_supported;
    if (methods === undefined || methods.includes('client_secret_basic')) return found;
    const posting = new client.Configuration(
      found.serverMetadata(),
      clientId,
      clientSecret,
      client.ClientSecretPost(clientSecret),
    );
    for (const allow of execute) allow(posting);
    posting.timeout = TIMEOUT_SECONDS;
    return posting;
  }
}

function isUnreachable(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'TypeError' || code === 'OAUTH_TIMEOUT';
}
