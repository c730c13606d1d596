import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Page, Request } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { enrol, enterConsole, pageCalls, type Operator } from './support/operators.js';
import { settled, visit } from './support/places.js';
import type { Visitor } from './support/visitor.js';

/** Each look is a load of the page, of which a busy machine makes few in the usual time. */
const SEALED = { timeout: 60_000 };

describeInBrowser('the history', (visits, service, fixture) => {
  let visitor: Visitor;
  let operator: Operator;

  beforeAll(async () => {
    visitor = await visits.arrive();
    operator = await enrol(service, { role: 'admin', project: fixture.projectId, name: '=1+1' });
    await enterConsole(visitor, operator);
    await fixture.verifier.post('/v1/records/verify', { record_id: fixture.recordId });
    await fixture.verifier.post('/v1/records/verify', { record_id: 'rec_missing' });
  });

  const rows = () =>
    visitor.page.getByRole('table', { name: 'Interactions' }).locator('tbody tr:not([aria-hidden])');

  it('is filtered, and its filters are in the address', async () => {
    const { page } = visitor;
    await visit(page, '/history', fixture.projectId);
    const all = await rows().count();
    await page.locator('summary', { hasText: 'Filter' }).click();
    await page.getByRole('textbox', { name: 'Operation' }).fill('records.verify');
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('refused');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/outcome=refused/);
    await settled(page);
    await eventually(async () => expect(await rows().count()).toBe(1));
    expect(all).toBeGreaterThan(1);
    const times = await rows().locator('td:first-child').allInnerTexts();
    expect(times.every((time) => /^\d+ \w+ 20\d\d, \d\d:\d\d:\d\d \S+$/.test(time.trim()))).toBe(true);
    await page.reload();
    await settled(page);
    expect(await rows().count()).toBe(1);
    await rows().getByRole('link').first().click();
    await page.waitForURL(/\/history\/req_/);
    await page.getByRole('heading', { level: 1, name: 'records.verify' }).waitFor();
    await page.goBack();
  });

  /** Finds nothing in the first parts of the history. @returns a function that lets all be found again. */
  const hideParts = async (hidden: number): Promise<() => Promise<void>> => {
    const lists = /\/v1\/interactions\?/;
    let parts = 0;
    await visitor.page.route(lists, async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.delete('cursor');
      parts += 1;
      if (parts <= hidden) await route.fulfill({ json: { data: [], next_cursor: `part-${parts}` } });
      else await route.continue({ url: url.href });
    });
    return () => visitor.page.unroute(lists);
  };

  it('is read on where its first part has nothing that matches', async () => {
    const showAll = await hideParts(1);
    await visit(visitor.page, '/history', fixture.projectId);
    await eventually(async () => expect(await rows().count()).toBeGreaterThan(1));
    await showAll();
  });

  it('has no page before its first rows, even where many parts before them have nothing', async () => {
    const { page } = visitor;
    const showAll = await hideParts(5);
    await visit(page, '/history', fixture.projectId);
    await page.getByText('Nothing found so far').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await eventually(async () => expect(await rows().count()).toBeGreaterThan(1));
    expect(await page.getByRole('button', { name: 'Previous page' }).count()).toBe(0);
    await showAll();
  });

  it('is saved as CSV, in which no cell is computed, and as NDJSON', async () => {
    const { page } = visitor;
    await visit(page, '/history', fixture.projectId);
    const save = async (label: RegExp) => {
      await page.locator('summary', { hasText: 'Export' }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: label }).click();
      const stream = await (await downloading).createReadStream();
      return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
    };
    const csv = await save(/^CSV/);
    expect(csv.split('\n').length).toBeGreaterThan(3);
    expect(csv).toMatch(/records\.verify/);
    expect(csv).not.toMatch(/(^|,)"?[=+@-](?!\d)/m);
    const lines = (await save(/^NDJSON/)).trim().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  it('names the operator and the session of what was done in the Console', async () => {
    const call = pageCalls(service, operator, fixture.projectId);
    const issued = await call('POST', '/v1/credentials', { name: 'By hand', capabilities: ['read'] });
    expect(issued.status).toBe(201);
    const { page } = visitor;
    await visit(page, `/history/${issued.headers.get('service-request-id')}`, fixture.projectId);
    const facts = await page.getByRole('main').innerText();
    expect(facts).toContain(operator.id);
    expect(facts).toContain('console');
  });

  it('leads from the seal of a lane to its entry in the log', async () => {
    const { page } = visitor;
    const seal = page.getByRole('table', { name: /^Lanes of/ }).getByRole('link');
    await eventually(async () => {
      await visit(page, '/history', fixture.projectId);
      await page.getByRole('button', { name: 'Check its lanes' }).click();
      await seal.first().waitFor({ timeout: 2_000 });
    }, SEALED);
    const number = (await seal.first().innerText()).replaceAll(/\D/g, '');
    await seal.first().click();
    await page.waitForURL(/\/log\?.*entry=seal/);
    await page.getByText(/^Entry [\d,]+ is in the log, at the signed size [\d,]+/).waitFor();
    expect(await page.getByRole('textbox', { name: /seal/ }).inputValue()).toBe(`seal:${number}`);
  });

  it('comes to all tabs by one stream, which another takes over at its cursor', async () => {
    const tabs = await Promise.all([visitor.context.newPage(), visitor.context.newPage()]);
    const streams: { tab: Page; cursor: string | undefined }[] = [];
    for (const tab of tabs) {
      tab.on('request', (request) => {
        if (!new URL(request.url()).pathname.endsWith('/api/stream')) return;
        streams.push({ tab, cursor: request.headers()['last-event-id'] });
      });
    }
    await visitor.page.goto('about:blank');
    const request = async () =>
      (await fixture.verifier.post('/v1/records/verify', { record_id: fixture.recordId })).headers.get(
        'service-request-id',
      ) ?? '';
    const shows = (tab: Page, id: string) => tab.locator(`a[href*="${id}"]`).waitFor();
    for (const tab of tabs) {
      await visit(tab, '/history?live=on&operation=records.verify', fixture.projectId);
      await tab.getByText('live', { exact: true }).waitFor();
    }
    await eventually(() => expect(streams).toHaveLength(1));
    const first = await request();
    await Promise.all(tabs.map((tab) => shows(tab, first)));
    expect(streams).toHaveLength(1);
    const leader = streams[0]?.tab;
    await leader?.close();
    const rest = tabs.filter((tab) => tab !== leader);
    expect(rest).toHaveLength(1);
    await eventually(() => expect(streams).toHaveLength(2));
    expect(streams[1]?.tab).toBe(rest[0]);
    expect(streams[1]?.cursor).toBeTruthy();
    const second = await request();
    await Promise.all(rest.map((tab) => shows(tab, second)));
    await Promise.all(rest.map((tab) => tab.close()));
  });

  it('closes its stream while its tab is hidden, and catches up when that is shown', async () => {
    const page = await visitor.context.newPage();
    const turn = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await visitor.page.goto('about:blank');
    const streams: Request[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/stream?')) streams.push(request);
    });
    await visit(page, '/history?live=on&operation=records.verify', fixture.projectId);
    await page.getByText('live', { exact: true }).waitFor();
    const closed = page.waitForEvent('requestfailed', (request) => request === streams[0]);
    await turn(true);
    await closed;
    const { headers } = await fixture.verifier.post('/v1/records/verify', { record_id: fixture.recordId });
    const line = page.locator(`a[href*="${headers.get('service-request-id')}"]`);
    expect(await line.count()).toBe(0);
    await turn(false);
    await line.waitFor();
    expect(streams).toHaveLength(2);
    await page.close();
  });

  it('comes in by itself, but not while somebody has scrolled down', async () => {
    const { page } = visitor;
    const verify = async () =>
      (await fixture.verifier.post('/v1/records/verify', { record_id: fixture.recordId })).headers.get(
        'service-request-id',
      ) ?? '';
    const shows = (id: string) => page.locator(`a[href*="${id}"]`);
    await visit(page, '/history?operation=records.verify', fixture.projectId);
    await page.getByRole('switch', { name: 'Live', exact: true }).check();
    await page.getByText('live', { exact: true }).waitFor();
    await shows(await verify()).waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const held = await verify();
    // The next tab of the same stream shows it when this one has heard of it.
    const other = await visitor.context.newPage();
    await visit(other, '/history?operation=records.verify&live=on', fixture.projectId);
    await other.locator(`a[href*="${held}"]`).waitFor();
    await other.close();
    expect(await shows(held).count()).toBe(0);
    await page.evaluate(() => scrollTo(0, 0));
    await shows(held).waitFor();
  });

  it('shows what changed, and what was read or delivered when that is asked for', async () => {
    const { page } = visitor;
    await visit(page, '/history', fixture.projectId);
    const read = rows().filter({ hasText: /records\.verify.*succeeded/ });
    expect(await read.count()).toBe(0);
    expect(await rows().filter({ hasText: 'authorities.grant' }).count()).toBeGreaterThan(0);
    await page.getByRole('switch', { name: 'Reads, verifications, deliveries' }).check();
    await read.first().waitFor();
  });
});
