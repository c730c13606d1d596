import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Page } from 'playwright-core';
import { grant, register } from '../support/fixtures.js';
import { describeInBrowser, originOf } from './support/describe-in-browser.js';
import { enrol, enterConsole } from './support/operators.js';
import type { Visitor } from './support/visitor.js';
import { visit as visitConsole } from './support/places.js';

const DEED = 'Deed 1204, of the field behind the mill.';
/** Bytes of script and style, compressed, that the page needs before it loads the checks. */
const BEFORE_CHECKS = 60_000;
/** Of nobody. */
const OTHER_KEY = 'records.localhost/development+cbfbfec4+AYGP4KLzzNxk4lJqrl6SXXaRPmrdqNppvCVwT3L2tNBS';
const HOSTILE = 'City <img src=x onerror=alert(1)> Registry';

describeInBrowser('the page of a link', (visits, service, fixture) => {
  let page: Page;
  let guard: Visitor['guard'];
  let record: string;
  let bytes = 0;

  beforeAll(async () => {
    const visitor = await visits.arrive();
    ({ page, guard } = visitor);
    record = await newRecord();
  });

  const newRecord = async () => {
    const { admin } = fixture;
    const id = await register(admin, await grant(admin, { issuer: HOSTILE }), { content: DEED });
    await eventually(async () => {
      const { text } = await fixture.verifier.get(`/v1/records/${id}/evidence`);
      expect(text).toMatch(/"receipt":\{/);
    });
    return id;
  };
  const make = (id: string, members: object = {}) => fixture.admin.post(`/v1/records/${id}/links`, members);
  const keyOf = (path: unknown) => /#(lnk_[0-9A-Z]{26}_[\w-]{43})_/.exec(String(path))?.[1] ?? '';
  const good = () => page.getByRole('status').first().getAttribute('data-good');
  const heading = () => page.getByRole('heading', { level: 1 });
  const says = (words: RegExp) => heading().filter({ hasText: words }).waitFor();
  const visit = async (path: unknown) => {
    await page.goto('about:blank');
    await page.goto(new URL(String(path), originOf(service)).href);
  };

  it('is checked in the browser of whoever holds it, from little', async () => {
    const sizes: Promise<void>[] = [];
    const requests: string[] = [];
    page.on('response', (response) => {
      requests.push(response.url());
      if (/worker/.test(response.url()) || !/\/v\/development(?:$|\/assets)/.test(response.url())) return;
      const add = async () => void (bytes += (await response.request().sizes()).responseBodySize);
      sizes.push(add());
    });
    const { body } = await make(record);
    await visit(body['path']);
    await says(/^Test data: Valid\.$/);
    await Promise.all(sizes);
    page.removeAllListeners('response');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(BEFORE_CHECKS);
    expect(requests.filter((url) => url.includes(keyOf(body['path']).slice(-43)))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    const text = await page.getByRole('main').innerText();
    expect(text).toContain(`Issued by “${HOSTILE}”`);
    expect(text).toContain('Checked in this browser');
  });

  it('says of a file whether it is the document, and uploads nothing', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const choose = (content: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'a', mimeType: 'text/plain', buffer: Buffer.from(content) });
    await choose(DEED);
    await page.getByText('This is the document.').waitFor();
    await choose(`${DEED} And more.`);
    await page.getByText('This is not the document.').waitFor();
    page.removeAllListeners('request');
    expect(sent).toEqual([]);
  });

  it('says first that a record is not good, and why', async () => {
    const id = await newRecord();
    const { body } = await make(id);
    await fixture.admin.post(`/v1/records/${id}/revoke`, { reason: 'Void.' });
    await visit(body['path']);
    await says(/^Test data: Not valid: revoked on /);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a', mimeType: 'text/plain', buffer: Buffer.from(DEED) });
    await page.getByText('This is the document of a record that is not valid.').waitFor();
  });

  it('says first that the authority of a record was compromised', async () => {
    const { admin } = fixture;
    const authority = await grant(admin, { issuer: 'Former Registry' });
    const { body } = await make(await register(admin, authority));
    await admin.post(`/v1/authorities/${authority}/revoke`, {
      reason: 'Its key was copied.',
      cause: 'key_compromise',
      invalid_since: '2026-01-02T12:00:00Z',
    });
    await visit(body['path']);
    await says(/^Test data: Not valid: its authority was compromised on 2 January 2026 at \d\d:\d\d \S+\.$/);
  });

  it.each(['history', 'answer'])('gives a case file to keep, the same each time: %s', async (proof) => {
    const { body } = await make(record, { proof });
    await visit(body['path']);
    await says(/^Test data: Valid/);
    const save = async () => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download the case file' }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe(`test-data-${record}.zip`);
      return buffer(await saved.createReadStream());
    };
    const file = await save();
    expect(await save()).toEqual(file);
    const text = file.toString();
    expect(text).toContain('SHA256SUMS');
    const words = proof === 'answer' ? 'The service says, unchecked: ' : '';
    expect(text).toMatch(new RegExp(`<h1>Test data: ${words}Record rec_\\w+ of issuer .* is good, as of `));
    const shown = text.slice(text.indexOf('<!doctype'), text.indexOf('</html>'));
    expect(shown).toContain('&lt;img');
    expect(shown).not.toContain('<img');
    expect(text.includes('  bundle.json\n')).toBe(proof === 'history');
  });

  it('believes what the pinned keys prove while the service names a new key beside them', async () => {
    const { body } = await make(record);
    const keys = '**/v1/log/development/keys';
    await page.route(keys, async (route) => {
      const response = await route.fetch();
      const document = (await response.json()) as { log: { vkeys: string[] } };
      document.log.vkeys.unshift(OTHER_KEY);
      await route.fulfill({ response, json: document });
    });
    await visit(body['path']);
    await says(/^Test data: Valid\.$/);
    await page.getByText('keys that this browser has not seen before').waitFor();
    await page.unroute(keys);
    await page.route(keys, async (route) => {
      const response = await route.fetch();
      const document = (await response.json()) as { log: { vkeys: string[] } };
      document.log.vkeys = [OTHER_KEY];
      await route.fulfill({ response, json: document });
    });
    await visit(body['path']);
    await says(/^Test data: Not verified: the log’s keys are not those/);
    await page.unroute(keys);
  });

  it('says that nothing answers while the service is away, and checks again when it is back', async () => {
    const { body } = await make(record);
    await visit(body['path']);
    await says(/^Test data: Valid\.$/);
    const again = () =>
      page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.route('**/development/**', (route) => route.abort('connectionrefused'));
    await again();
    await says(/^Not reachable/);
    // The guard reports that nothing answered.
    expect(guard.take()).not.toEqual([]);
    await page.unroute('**/development/**');
    await again();
    await says(/^Test data: Valid\.$/);
  });

  it('says without JavaScript that the check needs it', async () => {
    const { body } = await make(record);
    const still = await page.context().browser()?.newContext({ javaScriptEnabled: false });
    const plain = await still?.newPage();
    await plain?.goto(new URL(String(body['path']), originOf(service)).href);
    expect(await plain?.getByRole('main').innerText()).toMatch(/^This check needs JavaScript/);
    await still?.close();
  });

  it('gives the service’s word alone where its creator wants that, and says so', async () => {
    const { body } = await make(record, { proof: 'answer' });
    await visit(body['path']);
    await says(/^Test data: Valid, says the service, unchecked\.$/);
    await page.getByText('The history behind it was not checked').waitFor();
    expect(await good()).toBe('null');
  });

  it('says nothing of a record after a revocation, or where the link is guessed', async () => {
    const { body } = await make(record);
    await fixture.admin.post(`/v1/links/${String(body['id'])}/revoke`, { reason: 'Over.' });
    const expires_at = new Date(Date.now() + 1_500).toISOString();
    const { body: expiring } = await make(record, { expires_at });
    await eventually(async () => {
      const { body: read } = await fixture.admin.get(`/v1/links/${String(expiring['id'])}`);
      expect(read['state']).toBe('expired');
    });
    const guessed = String(body['path']).slice(0, -3);
    for (const path of [body['path'], expiring['path'], guessed, '/v/development']) {
      await visit(path);
      await says(/^This link leads nowhere/);
    }
  });

  it('does not believe an answer that was changed on its way', async () => {
    const { body } = await make(record);
    await page.route('**/v/development/open*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('example/1', 'example/2') });
    });
    await visit(body['path']);
    await says(/^Test data: Not verified/);
    await page.unroute('**/v/development/open*');
  });

  it('does not believe the answer of another link, an earlier one, or less than its address promises', async () => {
    const id = await newRecord();
    const [own, other, less] = await Promise.all([make(id), make(record), make(id, { proof: 'answer' })]);
    const key = (link: typeof own) => `Link ${keyOf(link.body['path'])}`;
    let earlier = '';
    await page.route('**/v/development/open*', async (route) => {
      const response = await route.fetch();
      earlier = await response.text();
      await route.fulfill({ response, body: earlier });
    });
    await visit(own.body['path']);
    await says(/^Test data: Valid\.$/);
    await page.unroute('**/v/development/open*');
    await fixture.admin.post(`/v1/records/${id}/revoke`, { reason: 'Void.' });
    await page.route('**/v/development/open*', (route) =>
      route.fulfill({ body: earlier, contentType: 'application/json' }),
    );
    await visit(own.body['path']);
    await says(/^Test data: Not verified/);
    await page.unroute('**/v/development/open*');
    const answeredFor = async (link: typeof own) => {
      await page.route('**/v/development/open*', (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: key(link) } }),
      );
      await visit(own.body['path']);
    };
    await answeredFor(other);
    await says(/^Test data: Not verified/);
    expect(await good()).toBe('false');
    await page.unroute('**/v/development/open*');
    await answeredFor(less);
    await says(/^Not checked/);
    await page.unroute('**/v/development/open*');
  });

  it('is checked again when it comes back from where the browser keeps pages', async () => {
    const { body } = await make(record);
    await visit(body['path']);
    await says(/^Test data: Valid\.$/);
    await fixture.admin.post(`/v1/links/${String(body['id'])}/revoke`, { reason: 'Over.' });
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await says(/^This link leads nowhere/);
    expect(await page.getByText('As of').count()).toBe(0);
  });

  it('is made, listed and revoked in the Console', async () => {
    const visitor = await visits.arrive();
    const shown = visitor.page;
    await enterConsole(visitor, await enrol(service, { role: 'operator', project: fixture.projectId }));
    await visitConsole(shown, `/records/${record}?tab=links`, fixture.projectId);
    await shown.getByRole('button', { name: 'Share…' }).click();
    await shown.getByRole('button', { name: 'Make link' }).click();
    const address = await shown.getByLabel('Link', { exact: true }).innerText();
    await shown.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    await shown.getByRole('button', { name: 'Done' }).click();
    await visit(new URL(address).pathname + new URL(address).hash);
    await says(/^Test data: Valid\.$/);
    const row = shown.getByRole('row').filter({ hasText: /lnk_/ }).first();
    await row.getByRole('button', { name: 'Revoke…' }).click();
    await shown.getByLabel('Reason').fill('Over.');
    await shown.getByRole('button', { name: 'Revoke link' }).click();
    await row.filter({ hasText: 'revoked' }).waitFor();
    await visit(new URL(address).pathname + new URL(address).hash);
    await says(/^This link leads nowhere/);
  });
});
