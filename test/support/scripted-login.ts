import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { HOST } from './authorization-server.ts';
import { followRedirects } from './follow-redirects.ts';

/** What a host of agents has instead of a browser: it follows redirects, with cookies, up to its own address. */
export class ScriptedLogin implements OAuthClientProvider {
  readonly redirectUrl = HOST.redirect_uri;
  readonly clientMetadata: OAuthClientMetadata = { redirect_uris: [HOST.redirect_uri] };
  /** The scopes that the client asked for, each time. */
  readonly asked: string[] = [];
  /** What came back with the last redirect. */
  answer = new URLSearchParams();
  private stored: StoredOAuthTokens | undefined;
  private discovered: OAuthDiscoveryState | undefined;
  private verifier = '';

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovered;
  }

  clientInformation(): StoredOAuthClientInformation {
    return { client_id: HOST.client_id };
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.stored;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.stored = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  async redirectToAuthorization(start: URL): Promise<void> {
    this.asked.push(start.searchParams.get('scope') ?? '');
    const { searchParams } = await followRedirects(start, HOST.redirect_uri);
    this.answer = searchParams;
  }
}
