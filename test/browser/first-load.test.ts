import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { grant, issue } from '../support/fixtures.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { say } from './support/say.js';
import { enrol, enterConsole, type Operator } from './support/operators.js';
import { settled, visit } from './support/places.js';
import type { Visitor } from './support/visitor.js';

/** Bytes, compressed, and requests, of the first page that somebody opens: without those of the API, with its chart. */
const SCRIPTS = 175_000;
const STYLES = 20_000;
const REQUESTS = 8;
/** Cumulative layout shift: 0.1 is called good; here nothing moves that somebody would see. */
const SHIFT = 0.01;

/** What a page has measured of itself. */
interface Measured {
  paint: number;
  /** Milliseconds of each task longer than 50. */
  tasks: number[];
  shift: number;
}

describeInBrowser('the first load', (visits, service, fixture) => {
  let operator: Operator;
  let last: Visitor | undefined;
  beforeAll(async () => void (operator = await enrol(service)));

  it('is small, asks little and moves nothing about', async () => {
    const { page } = await arrive();
    const loaded = { script: 0, stylesheet: 0, other: 0 };
    const [files, calls]: [string[], string[]] = [[], []];
    const sizes: Promise<void>[] = [];
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname;
      // The stream does not end.
      if (path.endsWith('/api/stream')) return;
      (path.includes('/api/') ? calls : files).push(path);
      const type = response.request().resourceType();
      const kind = type === 'script' || type === 'stylesheet' ? type : 'other';
      const add = async () => {
        loaded[kind] += (await response.request().sizes()).responseBodySize;
      };
      sizes.push(add());
    });
    await visit(page, '/', fixture.projectId);
    const { paint, tasks, shift } = await measured(page);
    await Promise.allSettled(sizes);
    page.removeAllListeners('response');
    const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
    say(
      `The first load: ${kilobytes(loaded.script)} kB of script, ${kilobytes(loaded.stylesheet)} kB of style, ${kilobytes(loaded.other)} kB of others; ` +
        `${files.length} files, ${calls.length} calls; first paint after ${paint.toFixed(0)} ms; ` +
        `long tasks of ${tasks.map((task) => task.toFixed(0)).join(', ') || 'no'} ms; layout shift ${shift.toFixed(3)}.`,
    );
    expect(loaded.script).toBeGreaterThan(0);
    expect(loaded.script).toBeLessThanOrEqual(SCRIPTS);
    expect(loaded.stylesheet).toBeLessThanOrEqual(STYLES);
    expect(files.length).toBeLessThanOrEqual(REQUESTS);
    expect(shift).toBeLessThan(SHIFT);
  });

  it('of a new project says what to do next, until it is done', async () => {
    const { page } = await arrive();
    const steps = page.getByRole('region', { name: 'First steps' });
    await visit(page, '/', fixture.projectId);
    await steps.getByText('Import records (done)').waitFor();
    await steps.getByRole('link', { name: 'Create a subscription' }).click();
    await page.getByRole('dialog', { name: 'Create subscription' }).waitFor();
    const { admin } = fixture;
    const wanted = { endpoint: 'https://receiver.example/events', categories: ['record'] };
    expect((await admin.post('/v1/subscriptions', wanted)).status).toBe(201);
    await issue(admin);
    await visit(page, '/', fixture.projectId);
    await page.getByRole('heading', { name: 'What changed' }).waitFor();
    expect(await steps.count()).toBe(0);
  });

  it('of a list is one page of it, and the address has the place of each', async () => {
    const { admin } = fixture;
    const authority_id = await grant(admin);
    const records = Array.from({ length: 100 }, (_, index) => ({
      authority_id,
      origin: `https://registry.example/deeds/${index}`,
      content: String(index),
      external_id: `row-${index}`,
    }));
    expect((await admin.post('/v1/records/batch', { records })).status).toBe(200);
    const { page } = await arrive();
    await visit(page, `/records?authority_id=${authority_id}`, fixture.projectId);
    const rows = page.getByRole('table', { name: 'Records' }).locator('tbody tr');
    const shows = async (words: string, others?: string[]) => {
      await page.getByText(words, { exact: true }).waitFor();
      await settled(page);
      const names = await rows.locator('td:first-child a').allInnerTexts();
      expect(names.length).toBe(50);
      expect(names.filter((name) => others?.includes(name))).toEqual([]);
      return names;
    };
    const first = await shows('1–50, more follow');
    await page.evaluate(() => void (Reflect.get(window, 'measured') as Measured).tasks.splice(0));
    await page.getByRole('button', { name: 'Next page' }).click();
    const second = await shows('51–100 of 100', first);
    expect(await page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
    await page.reload();
    expect(await shows('51–100 of 100')).toEqual(second);
    await page.getByRole('button', { name: 'Previous page' }).click();
    expect(await shows('1–50, more follow')).toEqual(first);
    await page.goForward();
    expect(await shows('51–100 of 100')).toEqual(second);
    // Without the filter, the list shows its first page again.
    await page.getByRole('button', { name: 'Remove this filter' }).click();
    await shows('1–50, more follow');
    expect(new URL(page.url()).searchParams.has('after')).toBe(false);
    const { tasks } = await measured(page);
    say(
      `Turning pages of 50 rows had long tasks of ${tasks.map((task) => task.toFixed(0)).join(', ') || 'no'} ms.`,
    );
  });

  it('of an export has more rows than are shown', async () => {
    const { page } = await arrive();
    await visit(page, '/events', fixture.projectId);
    expect(await page.getByRole('table', { name: 'Events' }).getByRole('row').count()).toBe(51);
    await page.locator('summary', { hasText: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^NDJSON of all that matches/ }).click();
    const stream = await (await downloading).createReadStream();
    const text = Buffer.concat((await stream.toArray()) as Buffer[]).toString();
    const ids = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of a script of a former build is made again once, at the same address', async () => {
    const { page, guard } = await arrive();
    const script = /\/assets\/UsagePage-[^/]+\.js$/;
    guard.expect([404, script]);
    guard.overlook(/dynamically imported module/);
    const asked: string[] = [];
    await page.route(script, (route) => {
      asked.push(page.url());
      return asked.length === 1 ? route.fulfill({ status: 404 }) : route.continue();
    });
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await visit(page, '/usage?granularity=day', fixture.projectId);
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    expect(new URL(page.url()).search).toContain('granularity=day');
    expect(loads).toBe(2);
    // Where the new build does not have it either, the page stays, and says so.
    await page.unroute(script);
    await page.route(script, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.getByRole('heading', { name: 'The Console has a new version' }).waitFor();
    expect(loads).toBe(3);
  });

  it('of usage by project counts each by itself', async () => {
    const { page } = await arrive();
    await visit(page, '/usage', fixture.projectId);
    await page.getByRole('link', { name: 'By project' }).click();
    const rows = page.getByRole('table', { name: 'Usage by project' }).locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBeGreaterThan(1);
    await rows.locator(`a[href*="${fixture.projectId}"]`).click();
    await page.getByRole('table', { name: 'Usage', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('project')).toBe(fixture.projectId);
  });

  const arrive = async () => {
    // A session has a few streams at most, and each page has one.
    await last?.leave();
    const visitor = await visits.arrive();
    last = visitor;
    await enterConsole(visitor, operator);
    await visitor.context.addInitScript(() => {
      const measured: Measured = { paint: 0, tasks: [], shift: 0 };
      Reflect.set(window, 'measured', measured);
      const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
      observe('longtask', ({ duration }) => void measured.tasks.push(duration));
      observe('layout-shift', (entry) => {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) measured.shift += value;
      });
      observe('paint', ({ name, startTime }) => {
        if (name === 'first-contentful-paint') measured.paint = startTime;
      });
    });
    return visitor;
  };

  /** Asks two frames later, when the last entries have been noted. */
  const measured = (page: Page): Promise<Measured> =>
    page.evaluate(
      () =>
        new Promise<Measured>((resolve) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(Reflect.get(window, 'measured') as Measured)),
          );
        }),
    );
});
