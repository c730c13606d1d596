import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { register } from '../support/fixtures.js';
import { Receiver } from '../support/receiver.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { enrol, enterConsole } from './support/operators.js';
import { settled, visit } from './support/places.js';
import { takeSecret } from './support/secret-once.js';
import type { Visitor } from './support/visitor.js';

/** A busy machine takes its time. */
const SLOW = { timeout: 90_000 };

describeInBrowser('a subscription', (visits, service, fixture) => {
  let receiver: Receiver;
  let visitor: Visitor;
  let path: string;
  let id: string;

  beforeAll(async () => {
    receiver = await Receiver.start();
    path = receiver.newPath();
    visitor = await visits.arrive();
    await enterConsole(visitor, await enrol(service, { role: 'operator', project: fixture.projectId }));
  });
  afterAll(() => receiver.stop());

  it('is created, and its secret is shown once', async () => {
    const { page } = visitor;
    await visit(page, '/subscriptions', fixture.projectId);
    await page.getByRole('button', { name: 'Create subscription' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Endpoint').fill(receiver.url(path));
    await dialog.getByLabel('Description').fill('Tells the shop what is valid');
    await dialog.getByRole('button', { name: 'Create subscription' }).click();
    expect(await takeSecret(page, 'Signing secret')).toMatch(/^whsec_/);
    await page.waitForURL(/\/subscriptions\/sub_/);
    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await page.content()).not.toContain('whsec_');
  });

  it('shows that its endpoint fails, since when, and what it answered', async () => {
    const { page } = visitor;
    receiver.on(path, (_, response) => void response.writeHead(401).end('Back <b>soon</b>.'));
    await register(fixture.admin, fixture.authorityId);
    await page.reload();
    await page
      .getByText(/^The endpoint answers 401 since (\d+ \w+, )?\d\d:\d\d: \d+ failed attempts? in a row\.$/)
      .waitFor();
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('failing').waitFor();
    await page
      .getByText(
        /^The endpoint wants other credentials, .* or change its URL in Settings\. Then send a test\.$/,
      )
      .waitFor();
    await page.getByText(/^Last attempt .* it answered Back <b>soon<\/b>\.$/).waitFor();
    await visit(page, '/', fixture.projectId);
    const failing = page.getByRole('listitem').filter({ hasText: receiver.url(path) });
    await failing.getByText(/^The endpoint answers 401 since .*: \d+ failed attempts? in a row/).waitFor();
    await failing.getByRole('link').click();
    await page.getByRole('button', { name: 'Failed attempts' }).click();
    await page.waitForURL(
      /state=pending%2Cexhausted.*attempted=true|attempted=true.*state=pending%2Cexhausted/,
    );
    await settled(page);
    await page.getByRole('table', { name: 'Deliveries' }).getByText('401').first().waitFor();
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
    await page.waitForURL(/\/deliveries\/dlv_/);
    await page.getByText('Back <b>soon</b>.').first().waitFor();
  });

  it('delivers again when its endpoint is mended', async () => {
    const { page } = visitor;
    const before = receiver.at(path).length;
    receiver.on(path, (_, response) => void response.writeHead(200).end());
    await page.getByRole('button', { name: 'Retry now' }).click();
    await page.getByText('Retry queued.').waitFor();
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('succeeded').waitFor();
    expect(receiver.at(path).length).toBe(before + 1);
    await visit(page, `/subscriptions/${id}`, fixture.projectId);
    await page.getByRole('table', { name: 'Deliveries' }).getByText('succeeded').first().waitFor();
    expect(await page.getByText(/in a row/).count()).toBe(0);
  });

  it('shows the answer to a test where it was sent', async () => {
    const { page } = visitor;
    receiver.on(path, (_, response) => void response.writeHead(418).end());
    for (const answer of [/^418 in /, /^204 in /]) {
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByRole('status').getByText(answer).waitFor();
      // The second one would wait for the end of the pause after the first.
      receiver.on(path, (_, response) => void response.writeHead(204).end());
    }
  });

  it('replays what was counted, shows how that goes, and offers no retry of what was retried', async () => {
    const { page } = visitor;
    await visit(page, `/subscriptions/${id}?tab=replays`, fixture.projectId);
    await page.getByRole('button', { name: 'Replay…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Replay [1-9]\d* events?$/ }).click();
    await dialog.getByText(/^(\d+) of \1: \1 succeeded, 0 failed$/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.route('**/deliveries/summary', async (route) => {
      const response = await route.fetch();
      const json = { ...((await response.json()) as object), exhausted: 2 };
      await route.fulfill({ response, json });
    });
    const counted = page.waitForResponse((response) => response.url().includes('/replays/count'), SLOW);
    await visit(page, `/subscriptions/${id}`, fixture.projectId);
    expect(await (await counted).json()).toMatchObject({ deliveries: 0 });
    await settled(page);
    expect(await page.getByRole('button', { name: 'Retry all failed…' }).count()).toBe(0);
  });
});
