import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeInBrowser } from './support/describe-in-browser.js';
import { furnish, type Furniture } from './support/furnish.js';
import { inspect } from './support/inspect.js';
import { walk } from './support/keyboard.js';
import { enrol, enterConsole } from './support/operators.js';
import { placesOf, settled, visit } from './support/places.js';
import type { Visitor } from './support/visitor.js';

describeInBrowser('every page', (visits, service, fixture) => {
  let things: Furniture;
  let visitor: Visitor;

  beforeAll(async () => {
    things = await furnish(fixture);
    visitor = await visits.arrive({ still: true });
    await enterConsole(visitor, await enrol(service, { name: 'Ada Lovelace' }));
  });
  afterAll(() => things?.receiver.stop());

  it.each([
    ['records', 'Register'],
    ['record', 'Amend…'],
    ['record', 'Revoke…'],
    ['authorities', 'Grant authority'],
    ['authority', 'Change scope…'],
    ['authority', 'Revoke…'],
    ['credentials', 'Issue credential'],
    ['credential', 'Rename…'],
    ['credential', 'Rotate…'],
    ['credential', 'Revoke…'],
    ['subscriptions', 'Create subscription'],
    ['team', 'Invite somebody'],
  ])('opens a dialog that keeps the focus and gives it back: %s, %s', async (name, button) => {
    const { page } = visitor;
    await visitor.see({ size: 'desk', scheme: 'light' });
    await visit(page, placesOf(things)[name] ?? '', fixture.projectId);
    const opener = page.getByRole('main').getByRole('button', { name: button, exact: true }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await settled(page);
    // What is behind it was looked at when the page was.
    const picture = `${name}-${button.replaceAll(/\W+/g, '-').toLowerCase()}`;
    expect(await inspect(visitor, picture, 'dialog[open]')).toEqual([]);
    await visitor.see({ size: 'desk', scheme: 'light' });
    const stops = await walk(page);
    expect(stops.length).toBeGreaterThan(1);
    expect(stops.filter(({ shown }) => !shown)).toEqual([]);
    // Behind the last stop is the browser’s own bar, and never the page behind the dialog.
    expect(await page.evaluate(() => document.querySelectorAll('[data-walked]').length)).toBe(
      await dialog.locator('[data-walked]').count(),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
