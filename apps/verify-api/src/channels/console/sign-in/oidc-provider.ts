import { Inject, Injectable } from '@nestjs/common';
import { ServiceError, UnavailableError } from '@service/contracts';
import { reasonOf } from '@service/platform/errors';
import * as client from 'openid-client';
import { ConsoleTerms, type OidcTerms } from '../console-terms.js';

/** Milliseconds for which the provider’s metadata are cached. */
const METADATA_LIFE = 10 * 60_000;
const TIMEOUT_SECONDS = 10;
/** Highest age of a fresh authentication in seconds, including the difference of clocks. */
const FRESH_WITHIN = 120;

/** Data that a browser stores while it is at the provider: they show that the answer is for this flow. */
export interface OidcFlow {
  state: string;
  nonce: string;
  verifier: string;
  /** Path in the Console where the browser goes on. */
  returnTo: string;
  /** The challenge that a fresh authentication answers; null for a sign-in. */
  stepUp: string | null;
}

/** A person for whom the provider vouches. */
export interface VouchedPerson {
  issuer: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

/** The OpenID Connect provider of an environment: the code flow with PKCE, state and nonce. */
@Injectable()
export class OidcProvider {
  private known: { configuration: Promise<client.Configuration>; until: number } | null = null;

  constructor(@Inject(ConsoleTerms) private readonly people: Pick<ConsoleTerms, 'oidc'>) {}

  /** @throws ServiceError `session.method_closed` where no provider is configured. */
  get terms(): OidcTerms {
    if (this.people.oidc === null) throw new ServiceError('session.method_closed');
    return this.people.oidc;
  }

  /** The address to send the browser to, and the flow that it must store. */
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
      const known = { configuration: this.discover(this.terms), until: Date.now() + METADATA_LIFE };
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

  private async discover({ issuer, clientId, clientSecret }: OidcTerms): Promise<client.Configuration> {
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
