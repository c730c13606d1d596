import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { register } from '../support/fixtures.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { furnish, type Furniture } from './support/furnish.js';
import { inspect } from './support/inspect.js';
import { focused, reach, walk } from './support/keyboard.js';
import { enrol, invitationLink, enterConsole } from './support/operators.js';
import { placesOf, settled, visit } from './support/places.js';
import type { Visitor } from './support/visitor.js';

const NAMES = Object.keys(placesOf({} as Furniture));

/** The dialogs of each page, by the buttons that open them. */
const DIALOGS: Readonly<Record<string, readonly string[]>> = {
  records: ['Register'],
  record: ['Amend…', 'Revoke…'],
  authorities: ['Grant authority'],
  authority: ['Change scope…', 'Revoke…'],
  credentials: ['Issue credential'],
  credential: ['Rename…', 'Rotate…', 'Revoke…'],
  subscriptions: ['Create subscription'],
  team: ['Invite somebody'],
};

describeInBrowser('every page', (visits, service, fixture) => {
  let things: Furniture;
  let visitor: Visitor;

  beforeAll(async () => {
    things = await furnish(fixture);
    visitor = await visits.arrive({ still: true });
    await enterConsole(visitor, await enrol(service, { name: 'Ada Lovelace' }));
  });
  afterAll(() => things?.receiver.stop());

  it.each(NAMES)('can be read by everybody, and shows where the focus is at each stop: %s', async (name) => {
    const { page } = visitor;
    await visitor.see({ size: 'desk', scheme: 'light' });
    await visit(page, placesOf(things)[name] ?? '', fixture.projectId);
    expect(await inspect(visitor, name)).toEqual([]);
    await visitor.see({ size: 'desk', scheme: 'light' });
    const stops = await walk(page);
    expect(stops[0]?.name).toContain('Skip to the content');
    expect(stops.filter(({ shown }) => !shown)).toEqual([]);
    for (const button of DIALOGS[name] ?? []) await lookInto(button, name);
  });

  /** Opens a dialog, which must keep the focus and give it back. */
  const lookInto = async (button: string, name: string) => {
    const { page } = visitor;
    const opener = page.getByRole('main').getByRole('button', { name: button, exact: true }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await settled(page);
    // What is behind it was looked at when the page was.
    const picture = `${name}-${button.replaceAll(/\W+/g, '-').toLowerCase()}`;
    expect([button, await inspect(visitor, picture, 'dialog[open]')]).toEqual([button, []]);
    await visitor.see({ size: 'desk', scheme: 'light' });
    const stops = await walk(page);
    expect(stops.length).toBeGreaterThan(1);
    expect([button, stops.filter(({ shown }) => !shown)]).toEqual([button, []]);
    // Behind the last stop is the browser’s own bar, and never the page behind the dialog.
    expect(await page.evaluate(() => document.querySelectorAll('[data-walked]').length)).toBe(
      await dialog.locator('[data-walked]').count(),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  };

  it('can be read by everybody before they have signed in', async () => {
    const stranger = await visits.arrive({ still: true });
    await stranger.page.goto('/console/development/');
    await stranger.page.waitForURL(/sign-in/);
    await settled(stranger.page);
    expect(await inspect(stranger, 'sign-in')).toEqual([]);
    await stranger.page.goto(await invitationLink(service));
    await settled(stranger.page);
    expect(await inspect(stranger, 'invitation')).toEqual([]);
  });

  it('says that there is no such project, and which there are', async () => {
    const { page } = visitor;
    await visit(page, '/records', 'prj_nowhere');
    await page.getByText('There is no project prj_nowhere that you may see.').waitFor();
    await page.getByRole('main').locator(`a[href*="${fixture.projectId}"]`).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).searchParams.get('project')).toBe(fixture.projectId);
  });

  it('sort a list that is whole by a column, which the address keeps', async () => {
    const { page } = visitor;
    await visitor.see({ size: 'desk', scheme: 'light' });
    const issuers = page.getByRole('table', { name: 'Authorities' }).locator('tbody td:first-child a');
    const heading = page.getByRole('columnheader', { name: 'Issuer' });
    await visit(page, '/authorities', fixture.projectId);
    const known = (await issuers.allInnerTexts()).toSorted();
    for (const [order, names] of [
      ['ascending', known],
      ['descending', known.toReversed()],
    ] as const) {
      await heading.getByRole('button').click();
      await page.locator(`th[aria-sort="${order}"]`).waitFor();
      expect(await issuers.allInnerTexts()).toEqual(names);
    }
    await page.reload();
    await page.locator('th[aria-sort="descending"]').waitFor();
    await settled(page);
    expect(await issuers.allInnerTexts()).toEqual(known.toReversed());
    await visit(page, '/events', fixture.projectId);
    expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(0);
  });

  it('say first whether a record is good and why not, in one colour', async () => {
    const { page } = visitor;
    const { revoked, compromised } = things;
    await visitor.see({ size: 'desk', scheme: 'light' });
    const byCompromise =
      /^Not valid: its authority Former Land Registry was compromised on 2 January 2026 at \d\d:\d\d \S+\.$/;
    for (const [path, sentence] of [
      [
        `/verify?id=${revoked}`,
        /^Not valid: revoked by \S.* on .+ 20\d\d at \d\d:\d\d \S+, because “Sold twice”\.$/,
      ],
      [`/verify?id=${compromised}`, byCompromise],
      [
        `/records/${revoked}`,
        /^Not valid: revoked by \S.* on .+ 20\d\d at \d\d:\d\d \S+, because “Sold twice”\.$/,
      ],
      [`/records/${compromised}`, byCompromise],
    ] as const) {
      await visit(page, path, fixture.projectId);
      await page.locator('[data-good="false"]').getByText(sentence).waitFor();
      expect(await page.locator('[data-good]').count()).toBe(1);
      if (path.startsWith('/verify')) await page.getByText('The evidence is intact.').waitFor();
    }
    // The API would refuse what needs an active authority.
    const amend = page.getByRole('listitem').filter({ hasText: 'Its content changes' });
    await amend.getByText('Its authority is revoked.').waitFor();
    expect(await amend.getByRole('button').getAttribute('aria-disabled')).toBe('true');
    await visit(page, '/records', fixture.projectId);
    const row = (id: string) => page.getByRole('row').filter({ hasText: id }).innerText();
    expect(await row(revoked)).toContain('Not valid: revoked');
    expect(await row(compromised)).toContain('Not valid: authority compromised');
    expect(await row(things.record)).toMatch(/\bValid\b/);
  });

  it('sign in, verify, revoke and retry by the keyboard alone', async () => {
    const { projectId, admin, authorityId } = fixture;
    const grace = await enrol(service, { role: 'admin', project: projectId, name: 'Grace Hopper' });
    const id = await register(admin, authorityId, { external_id: 'deed-1299' });
    const { page } = await visits.arrive({ still: true });
    const { keyboard } = page;
    const find = async (text: string, address: RegExp, title: string | RegExp) => {
      await keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find an id' }).waitFor();
      await keyboard.type(text);
      await keyboard.press('Enter');
      await page.waitForURL(address);
      // The address is ahead of the page.
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await settled(page);
    };
    await page.goto('/console/development/sign-in');
    await settled(page);
    await reach(page, 'button Use a password');
    await keyboard.press('Enter');
    await reach(page, 'input Email');
    await keyboard.type(grace.address);
    await keyboard.press('Tab');
    await keyboard.type(grace.password);
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    await find(id, /\/records\/rec_/, 'deed-1299');
    await reach(page, 'button Verify');
    await keyboard.press('Enter');
    await page.waitForURL(/\/verify\?/);
    await page.locator('[data-good="true"]').getByText('Valid').waitFor();

    await find(id, /\/records\/rec_/, 'deed-1299');
    await reach(page, 'button Revoke…');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await focused(page)).toMatch(/^textarea/);
    await keyboard.type('Sold twice');
    await reach(page, 'input Type deed-1299 to confirm');
    await keyboard.type('deed-1299');
    await keyboard.press('Enter');
    await page.getByText(/^Not valid: revoked by Grace Hopper on .+, because “Sold twice”\.$/).waitFor();
    await page.getByText(/^\d+ \w+ 20\d\d, \d\d:\d\d:\d\d \S+ by Grace Hopper$/).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await focused(page)).toBe('h1 deed-1299'));

    await find(things.delivery, /\/deliveries\/dlv_/, /\.(registered|issued|granted|revoked)$/);
    await reach(page, 'button Retry now');
    await keyboard.press('Enter');
    await page.getByText('Retry queued.').waitFor();
  });

  it('leads to the content by its first stop, and to the search by `/`', async () => {
    const { page } = visitor;
    await visitor.see({ size: 'desk', scheme: 'light' });
    await visit(page, '/records', fixture.projectId);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find an id' }).waitFor();
    expect(await focused(page)).toContain('combobox');
    await page.keyboard.type(things.record);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/records/${things.record}`));
  });

  it('finds names, actions, records and files by the keyboard alone', async () => {
    const { page } = visitor;
    await visitor.see({ size: 'desk', scheme: 'light' });
    await visit(page, '/', fixture.projectId);
    const option = (name: string) => page.getByRole('dialog').getByRole('option', { name });
    const choose = async (text: string, name: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find an id' }).waitFor();
      await page.keyboard.type(text);
      await page.getByRole('option', { name, selected: true }).waitFor();
      await page.keyboard.press('Enter');
    };
    await page.keyboard.press('Control+k');
    await option('Overview').waitFor();
    expect(await inspect(visitor, 'palette', 'dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');
    await choose('city land', 'City Land Registry');
    await page.waitForURL(new RegExp(`/authorities/${things.authority}`));
    await choose('deed-1204', things.record);
    await page.waitForURL(new RegExp(`/records/${things.record}`));
    await choose('issue', 'Issue a credential');
    await page.getByRole('dialog', { name: 'Issue credential' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const file = { name: 'deed.txt', mimeType: 'text/plain', buffer: Buffer.from('new content') };
    await page.getByLabel('File to verify').setInputFiles(file);
    await page.getByText('deed.txt has the SHA-256').waitFor();
    await page.locator('[data-good="true"]').waitFor();
  });
});
