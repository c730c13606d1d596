import { expect } from '@jest/globals';
import { namedAct, type ActOfPage, type BrowserAnswer, type ConsoleBrowser } from './console-browser.js';
import type { OidcTestProvider } from './oidc-provider.js';

/** The session's cookie, which is strict: no browser sends it where another site's page led it. */
const SESSION = 'console-development';

/** Leads browsers from the Console to its provider and back, as its pages do. */
export class ProviderVisits {
  constructor(private readonly provider: OidcTestProvider) {}

  async signIn(by: ConsoleBrowser, id: string, groups: string[]): Promise<BrowserAnswer> {
    const begun = await by.get('sign-in/oidc?return_to=/console/development/records');
    const back = await this.login(by, String(begun.headers['location']), id, groups);
    return this.redirected(by, back);
  }

  /** Asks for a proof, which the window at `location` gives. */
  async challenge(by: ConsoleBrowser, act: ActOfPage): Promise<{ location: string; challenge_id: string }> {
    const { body } = await by.post('step-up/options', namedAct(act));
    return { location: String(body['location']), challenge_id: String(body['challenge_id']) };
  }

  /** Opens that window. @returns its page before the provider's, and the one behind it; the same where it leads nowhere. */
  async prove(
    by: ConsoleBrowser,
    location: string,
    id = 'ada',
    groups?: string[],
  ): Promise<{ before: BrowserAnswer; after: BrowserAnswer }> {
    const before = await by.get(location);
    if (before.status !== 200) return { before, after: before };
    const back = await this.login(by, linkOf(before), id, groups);
    return { before, after: await this.comeBack(by, back) };
  }

  /** Signs somebody in at the provider. @returns where it sends the browser. */
  login(by: ConsoleBrowser, location: string, id: string, groups = ['owners']): Promise<URL> {
    this.provider.person = { id, groups };
    return this.provider.login(location, by.origin);
  }

  /** What the provider's redirect leads to in the end. */
  async comeBack(by: ConsoleBrowser, back: URL): Promise<BrowserAnswer> {
    const moving = await this.redirected(by, back);
    const next = /url=([^"]+)"/.exec(moving.text)?.[1];
    return next === undefined ? moving : by.get(unescaped(next));
  }

  private async redirected(by: ConsoleBrowser, { pathname, search }: URL): Promise<BrowserAnswer> {
    const session = by.cookies.get(SESSION);
    by.cookies.delete(SESSION);
    const answer = await by.get(pathname + search, { headers: { 'sec-fetch-site': 'cross-site' } });
    if (session !== undefined && !by.cookies.has(SESSION)) by.cookies.set(SESSION, session);
    return answer;
  }
}

/** Where the page before the provider's leads. */
export function linkOf({ text }: BrowserAnswer): string {
  const link = /href="(http[^"]+)"/.exec(text)?.[1];
  expect(link).toBeDefined();
  return unescaped(String(link));
}

function unescaped(html: string): string {
  return html.replaceAll('&amp;', '&');
}
