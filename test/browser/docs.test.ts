import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { accessibilityFaults, overflow } from './support/accessibility.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { walk } from './support/keyboard.js';
import type { Visitor } from './support/visitor.js';

describeInBrowser('the documentation in a browser', (visits, service, fixture) => {
  let visitor: Visitor;
  beforeAll(async () => void (visitor = await visits.arrive()));

  it.each(['start', 'decisions/0001-an-event-store-of-our-own'])(
    'has a page %s that anybody can read, light and dark, at a desk and on a phone',
    async (path) => {
      const { page } = visitor;
      const faults: string[] = [];
      for (const size of ['desk', 'phone'] as const) {
        await visitor.see({ size });
        await page.goto(`/docs/${path}`);
        faults.push(...(await overflow(page)));
        for (const scheme of ['light', 'dark'] as const) {
          await visitor.see({ scheme });
          faults.push(...(await accessibilityFaults(page)).map((fault) => `${size} ${scheme} ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it('shows where the focus is at each stop of the keyboard', async () => {
    const { page } = visitor;
    await visitor.see({ size: 'desk', scheme: 'light' });
    await page.goto('/docs/start');
    const stops = await walk(page);
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter(({ shown }) => !shown)).toEqual([]);
  });

  it('lets no breach of the policy, error, lost promise or refusal pass unseen', async () => {
    const { page, guard } = visitor;
    await page.goto('/docs/start');
    await page.evaluate(() => {
      document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/x.png' }));
      console.error('said');
      setTimeout(() => void Promise.reject(new Error('lost')));
      document.body.append(Object.assign(new Image(), { src: '/docs/nothing.png' }));
    });
    const found: string[] = [];
    await eventually(() => {
      found.push(...guard.take());
      for (const trouble of [
        'violation: img-src',
        'console error: said',
        'error: Error: lost',
        'refused: 404',
      ])
        expect(found).toContainEqual(expect.stringContaining(trouble));
    });
  });

  it('finds a section by words of it', async () => {
    const { page } = visitor;
    await page.goto('/docs/start');
    await page.getByRole('searchbox').fill('idempotency duplicates');
    await page.getByRole('link', { name: 'Idempotency and retries' }).first().click();
    await page.waitForURL('**/docs/http#idempotency-and-retries');
    expect(await page.getByRole('link', { name: /^next/ }).count()).toBe(1);
  });

  it('tries a request of the reference, with a token of development alone', async () => {
    const { page } = visitor;
    await page.goto('/docs/api');
    const place = page.locator('details.try[data-method="POST"][data-path="/v1/records/verify"]');
    await place.locator('summary').click();
    const token = place.getByLabel('Token of development');
    const send = () => place.getByRole('button', { name: 'Send' }).click();
    await place.getByLabel('Body').fill(JSON.stringify({ record_id: fixture.recordId }));
    await token.fill('svc_prod_x');
    await send();
    await place.getByText('This page takes tokens of development alone.').waitFor();
    await token.fill(service.tokens.development.verify);
    await send();
    await place.getByText(/^200 req_/).waitFor();
    expect(await place.locator('pre').textContent()).toContain('"result": "passed"');
  });
});
