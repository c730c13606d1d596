import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { followRedirects } from './follow-redirects.js';

/** The Console as a client of the provider. */
export const CONSOLE_CLIENT = { id: 'console', secret: 'a secret of the Console' };

/** A real OpenID Connect provider, whose login needs no browser: whoever asks is `person`. */
export class OidcTestProvider {
  /** Who logs in next, and the groups that the provider says. */
  person = { id: 'ada', groups: ['owners'] as string[] };
  /** What the last request for a login asked. */
  asked = new URLSearchParams();
  private provider: Provider | undefined;

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  /** It listens, and answers once it knows where the Console is. */
  static async open(): Promise<OidcTestProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const opened = new OidcTestProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void opened.answer(request, response);
    });
    return opened;
  }

  serve(redirectUri: string): void {
    this.provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CONSOLE_CLIENT.id,
          client_secret: CONSOLE_CLIENT.secret,
          application_type: 'native',
          grant_types: ['authorization_code'],
          redirect_uris: [redirectUri],
        },
      ],
      conformIdTokenClaims: false,
      claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email'] },
      cookies: { keys: ['test'] },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 600, IdToken: 600 },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => {
          const { groups } = this.person;
          return { sub: accountId, groups, name: `Name of ${accountId}`, email: `${accountId}@mail.example` };
        },
      }),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
    });
  }

  /** Follows redirects from where the Console sends a browser, up to the Console again. @returns that address. */
  login(location: string, console: string): Promise<URL> {
    const start = new URL(location);
    this.asked = start.searchParams;
    return followRedirects(start, console);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider } = this;
    if (provider === undefined) throw new Error('The provider does not know the Console yet.');
    if (request.url?.startsWith('/interaction/') !== true) return provider.callback()(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: this.person.id, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    const result = { login: { accountId: this.person.id }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
}
