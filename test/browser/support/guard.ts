import type { BrowserContext, Page } from 'playwright-core';

/** A refusal that a test expects: the status, and what the address ends with or matches. */
export type Expected = readonly [status: number, address: RegExp];

/** What needs a step-up is refused first. */
const ORDINARY: readonly Expected[] = [[403, /\/console\/\w+\/api\//]];

/** What Chromium says of each answer that is a refusal, which the guard itself sees. */
const REFUSED = /^Failed to load resource: the server responded with a status of \d+/;

/** What the guard's script calls in each page. */
const REPORT = 'reportViolation';

/**
 * Watches every page of a context for what no test may meet: breaches of the content security policy, errors, unhandled
 * rejections, requests without an answer or refused unexpectedly, and dialogs of scripts.
 */
export class Guard {
  private readonly found: string[] = [];
  private readonly expected: Expected[] = [...ORDINARY];
  private readonly hidden: RegExp[] = [];

  private constructor() {}

  static async watch(context: BrowserContext): Promise<Guard> {
    const guard = new Guard();
    await context.exposeBinding(REPORT, (_, violation: string) => void guard.found.push(violation));
    await context.addInitScript((report) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
        const text = `${effectiveDirective} refused ${blockedURI} ${sample} at ${sourceFile}:${lineNumber}`;
        (Reflect.get(window, report) as (violation: string) => void)(`violation: ${text}`);
      });
    }, REPORT);
    context.on('page', (page) => guard.attend(page));
    return guard;
  }

  /** Refusals with this status, at addresses that match, are what the test is about. */
  expect(...refusals: Expected[]): void {
    this.expected.push(...refusals);
  }

  /** Says that troubles that match are what the test is about. */
  overlook(...troubles: RegExp[]): void {
    this.hidden.push(...troubles);
  }

  /** What was found since it was last asked. */
  take(): string[] {
    return this.found.splice(0).filter((trouble) => !this.hidden.some((pattern) => pattern.test(trouble)));
  }

  private attend(page: Page): void {
    const report = (trouble: string) => void this.found.push(`${trouble} [${page.url()}]`);
    // An unhandled rejection too.
    page.on('pageerror', (error) => report(`error: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type()) || REFUSED.test(message.text())) return;
      report(`console ${message.type()}: ${message.text()}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // A page that is left, or a query that nobody waits for any more.
      if (reason !== 'net::ERR_ABORTED') report(`no answer: ${request.url()} ${reason}`);
    });
    page.on('response', (response) => {
      const [status, address] = [response.status(), response.url()];
      if (status < 400) return;
      if (this.expected.some(([code, pattern]) => code === status && pattern.test(address))) return;
      report(`refused: ${status} ${response.request().method()} ${address}`);
    });
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') report(`dialog: ${dialog.type()} ${dialog.message()}`);
      void dialog.accept().catch(() => undefined);
    });
  }
}
