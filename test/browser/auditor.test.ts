import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pathWith, readOperations } from '../security/support/operations.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { furnish, type Furniture } from './support/furnish.js';
import { enrol, enterConsole, pageCalls, type Operator } from './support/operators.js';
import { placesOf, visit } from './support/places.js';
import type { Visitor } from './support/visitor.js';

const HELD = ['verify', 'read', 'audit'];
const NAMES = Object.keys(placesOf({} as Furniture)).filter(
  (name) => !['lost', 'account', 'new-project'].includes(name),
);

describeInBrowser('an auditor', (visits, service, fixture) => {
  let auditor: Operator;
  let visitor: Visitor;
  let things: Furniture;

  beforeAll(async () => {
    things = await furnish(fixture);
    auditor = await enrol(service, { role: 'auditor', project: fixture.projectId });
    visitor = await visits.arrive();
    await enterConsole(visitor, auditor);
  });
  afterAll(() => things.receiver.stop());

  it.each(NAMES)(
    'sees a page and sends nothing that changes something, whatever is pressed: %s',
    async (name) => {
      const { page, guard } = visitor;
      guard.overlook(/refused: 403/);
      const sent: string[] = [];
      const note = (request: { method: () => string; url: () => string }) => {
        const { pathname } = new URL(request.url());
        if (request.method() !== 'GET' && !pathname.endsWith('/records/verify'))
          sent.push(`${request.method()} ${pathname}`);
      };
      page.on('request', note);
      await visit(page, placesOf(things)[name] ?? '', fixture.projectId);
      const refused = page.getByRole('main').locator('button[aria-disabled="true"]');
      for (const button of await refused.all()) {
        // Who may is said beside it.
        expect(await button.locator('..').innerText()).toMatch(/\b(operator|admin|owner)s?\b/);
        await button.click({ force: true });
        expect(await page.getByRole('dialog').count()).toBe(0);
      }
      page.off('request', note);
      expect(sent).toEqual([]);
    },
  );

  it('meets such a button where others act', async () => {
    const { page } = visitor;
    let buttons = 0;
    for (const path of [
      '/records',
      '/credentials',
      '/subscriptions',
      '/authorities',
      `/credentials/${things.credential}`,
    ]) {
      await visit(page, path, fixture.projectId);
      buttons += await page.getByRole('main').locator('button[aria-disabled="true"]').count();
    }
    expect(buttons).toBeGreaterThanOrEqual(5);
  });

  it('is refused by every call that needs more', async () => {
    const call = pageCalls(service, auditor, fixture.projectId);
    let refused = 0;
    for (const { method, path, capabilities, takesBody } of await readOperations(fixture.anonymous)) {
      if (capabilities.length === 0 || capabilities.some((each) => HELD.includes(each))) continue;
      const { status, body } = await call(
        method,
        pathWith(path, fixture.recordId),
        takesBody ? {} : undefined,
      );
      expect([method, path, status, body['error']?.code]).toEqual([
        method,
        path,
        403,
        'authority.insufficient_scope',
      ]);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(25);
  });
});
