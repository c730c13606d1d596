import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair, type CryptoKey, type JWTPayload } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';

/** The person who logs in, and the client of a host that acts for people. */
export const PERSON = 'somebody@example.com';
export const HOST = { client_id: 'host', redirect_uri: 'http://127.0.0.1/callback' };
/** A client that acts for itself. */
export const AGENT = 'agent';

const SCOPES = 'verify read write audit subscribe';
const KEY_ID = 'one';

/** A real authorization server, whose login needs no browser. It issues JWT access tokens for any resource. */
export class AuthorizationServer {
  /** The project that tokens of a client name. */
  readonly projects = new Map<string, string>();

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
    private readonly key: CryptoKey,
  ) {}

  static async open(): Promise<AuthorizationServer> {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const opened = new AuthorizationServer(issuer, server, privateKey);
    const jwk = { ...(await exportJWK(privateKey)), kid: KEY_ID, alg: 'ES256', use: 'sig' };
    const provider = new Provider(issuer, opened.configuration(jwk));
    const answer = provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith('/interaction/') === true) void consent(provider, request, response);
      else void answer(request, response);
    });
    return opened;
  }

  /** A token for a resource, which a client gets for itself. */
  async tokenFor(resource: string, scope: string, client = AGENT): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client}:secret`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
    });
    const answer = (await response.json()) as { access_token?: string };
    const { access_token } = answer;
    if (access_token === undefined) throw new Error(`No token: ${response.status} ${JSON.stringify(answer)}`);
    return access_token;
  }

  /** A token that the server would not issue, signed with its key. */
  sign(claims: JWTPayload, typ = 'at+jwt'): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: KEY_ID, typ }).sign(this.key);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private configuration(jwk: object): Configuration {
    return {
      jwks: { keys: [jwk] } as Configuration['jwks'],
      clients: [
        ...[AGENT, 'stranger'].map((client_id) => ({
          client_id,
          client_secret: 'secret',
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        })),
        {
          client_id: HOST.client_id,
          application_type: 'native',
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code'],
          redirect_uris: [HOST.redirect_uri],
        },
      ],
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 600, ClientCredentials: 600 },
      clientDefaults: { id_token_signed_response_alg: 'ES256' },
      cookies: { keys: ['test'] },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      extraTokenClaims: (_, { clientId = '' }) => ({ project_id: this.projects.get(clientId) }),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          useGrantedResource: () => true,
          getResourceServerInfo: (_, audience) => ({
            audience,
            scope: SCOPES,
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
            jwt: { sign: { alg: 'ES256' } },
          }),
        },
      },
    };
  }
}

/** The person logs in and agrees to everything. */
async function consent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: PERSON, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid');
  grant.addResourceScope(String(params['resource']), String(params['scope']));
  const grantId = await grant.save();
  const result = { login: { accountId: PERSON }, consent: { grantId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
