import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { Guard } from './guard.js';

/** How somebody looks at the pages. */
export interface Look {
  scheme?: 'light' | 'dark';
  size?: 'desk' | 'phone';
  locale?: string;
  timeZone?: string;
  still?: boolean;
}

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;

/** Milliseconds until a test gives up waiting for something on a page. */
const PATIENCE = 20_000;

/** A person with a browser of their own: cookies, storage, passkeys and a guard who tells what went wrong. */
export class Visitor {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly guard: Guard,
    /** `http://localhost:<port>`. */
    readonly origin: string,
  ) {}

  static async arrive(browser: Browser, origin: string, look: Look = {}): Promise<Visitor> {
    const { scheme = 'light', size = 'desk', locale = 'en-GB', timeZone = 'Europe/Berlin', still } = look;
    const context = await browser.newContext({
      baseURL: origin,
      colorScheme: scheme,
      viewport: SIZES[size],
      hasTouch: size === 'phone',
      locale,
      timezoneId: timeZone,
      reducedMotion: still === true ? 'reduce' : 'no-preference',
      acceptDownloads: true,
    });
    context.setDefaultTimeout(PATIENCE);
    const guard = await Guard.watch(context);
    return new Visitor(context, await context.newPage(), guard, origin);
  }

  /** Gives the page an authenticator that keeps passkeys and always finds its user there. */
  async carryPasskeys(): Promise<Passkeys> {
    const session = await this.context.newCDPSession(this.page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Passkeys(session, authenticatorId);
  }

  async see(look: Pick<Look, 'scheme' | 'size'>): Promise<void> {
    if (look.scheme !== undefined) await this.page.emulateMedia({ colorScheme: look.scheme });
    if (look.size !== undefined) await this.page.setViewportSize(SIZES[look.size]);
    // Colours that fade are no colours that somebody reads.
    await this.page.evaluate(async () => {
      // Chromium 156 leaves the inherited `light-dark()` of some labels in an open dialog as it was.
      const sheets = document.querySelector('dialog[open]') === null ? [] : [...document.styleSheets];
      for (const disabled of [true, false]) {
        for (const sheet of sheets) sheet.disabled = disabled;
        document.documentElement.getBoundingClientRect();
      }
      // They begin with the frame after the change. Now and then Chromium draws none until the next page.
      await new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn));
        setTimeout(drawn, 2_000);
      });
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      }
    });
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}

/** What an authenticator of a page keeps. */
export class Passkeys {
  constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  async count(): Promise<number> {
    const { authenticatorId } = this;
    return (await this.session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
  }

  /** Copies them to another's authenticator: the same person at another browser. */
  async copyTo(other: Passkeys): Promise<void> {
    const { authenticatorId } = this;
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId });
    for (const credential of credentials) {
      await other.session.send('WebAuthn.addCredential', {
        authenticatorId: other.authenticatorId,
        credential,
      });
    }
  }

  /** Whether the person is there and proves who they are. */
  async verifies(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }
}
