import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Page } from 'playwright-core';
import { grant, register } from '../support/fixtures.js';
import { keepRows } from '../support/keep-rows.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { enrol, enterConsole } from './support/operators.js';
import { visit } from './support/places.js';
import type { Visitor } from './support/visitor.js';

/** A check as the page shows it. */
interface Shown {
  check: string;
  outcome: string;
  why: string;
}

/** The content of the record. */
const DEED = 'Deed 1204, of the field behind the mill.';

/** What no bundle and no tiles allow: a policy, witnesses, a nonce or an age that the reader asks for, and issuers’ keys. */
const NEEDS_MORE =
  /^(policy|freshness|checkpoint\.witnesses|answer\.nonce|answer\.request|as_of\.time|kept|record\.issuer|elements\.merge_delay)/;

describeInBrowser('a verification in the browser', (visits, service, fixture) => {
  let visitor: Visitor;
  /** Auditors read no events. */
  let reader: Visitor;
  let id: string;

  beforeAll(async () => {
    visitor = await visits.arrive();
    await enterConsole(visitor, await enrol(service, { role: 'auditor', project: fixture.projectId }));
    const { admin } = fixture;
    id = await register(admin, await grant(admin, { issuer: 'City Land Registry' }), {
      origin: 'https://registry.example/deeds/1204',
      content: DEED,
    });
    await admin.post(`/v1/records/${id}/suspend`, { reason: 'Objection of a neighbour' });
    await admin.post(`/v1/records/${id}/reinstate`, { reason: 'Objection withdrawn' });
    // Its newest element is in the log.
    await eventually(async () => {
      const { text } = await fixture.verifier.get(`/v1/records/${id}/evidence`);
      expect(text).toMatch(/"receipt":\{/);
    });
  });

  const verdict = (page: Page, words: RegExp) => page.getByRole('status').filter({ hasText: words });
  const checks = (page: Page): Promise<Shown[]> =>
    page
      .getByRole('list', { name: 'Checks' })
      .locator('li[data-outcome]')
      .evaluateAll((items) =>
        items.map((item) => {
          const parts = [...item.querySelectorAll('code ~ span')].map(({ textContent }) => textContent);
          return {
            check: item.querySelector('code')?.textContent ?? '',
            outcome: item.getAttribute('data-outcome') ?? '',
            why: parts[1] ?? '',
          };
        }),
      );

  it('ticks every check that the bundle and the tiles allow, and says of the others why they are open', async () => {
    const { page } = visitor;
    await visit(page, `/verify?id=${id}`, fixture.projectId);
    await verdict(page, /^Valid\.The evidence is intact\.$/).waitFor();
    await page.locator('summary', { hasText: 'history complete passed' }).waitFor();
    const before = await checks(page);
    expect(before.length).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Read the whole log too' }).click();
    await eventually(async () => {
      const entries = (await checks(page)).find(({ check }) => check === 'log.entries');
      expect(entries?.outcome).toBe('passed');
    });
    await verdict(page, /The evidence is intact/).waitFor();
    const after = await checks(page);
    expect(after.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const open = after.filter(({ outcome }) => outcome === 'not_checked');
    expect(open.filter(({ why }) => !/^Open: \S/.test(why))).toEqual([]);
    expect(open.map(({ check }) => check).filter((check) => !NEEDS_MORE.test(check))).toEqual([]);
    expect(open.length).toBeLessThan(before.filter(({ outcome }) => outcome === 'not_checked').length);
    // It says whom one has to trust.
    await page.getByText('comes from the server that it checks').waitFor();
  });

  it('shows the history as a timeline, and lights up what a check has looked at', async () => {
    const { page } = visitor;
    const elements = page.getByRole('list', { name: 'Elements of the record, oldest first' });
    expect(await elements.getByRole('listitem').count()).toBe(3);
    await page.locator('summary', { hasText: 'history complete' }).click();
    await page
      .getByRole('button', { name: /record\.links/ })
      .first()
      .click();
    await page.locator('[data-marked="true"]').first().waitFor();
  });

  it('keeps the key and the newest checkpoint of the log, and holds later ones against them', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Verify again' }).click();
    await verdict(page, /The evidence is intact/).waitFor();
    // Until it is checked again, the page shows that it waits.
    await eventually(async () => {
      const kept = (await checks(page)).filter(({ check }) => check.startsWith('kept.'));
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    });
  });

  it('looks a document up by its digest, which is made in the browser', async () => {
    const { page } = visitor;
    await visit(page, '/verify', fixture.projectId);
    const sent: string[] = [];
    await page.route('**/records/verify', async (route) => {
      sent.push(route.request().postDataBuffer()?.toString() ?? '');
      await route.continue();
    });
    await page.getByLabel('File to verify').setInputFiles({
      name: 'deed.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(DEED),
    });
    await verdict(page, /The evidence is intact/).waitFor();
    const digest = `sha256:${createHash('sha256').update(DEED).digest('hex')}`;
    expect(sent).toEqual([JSON.stringify({ content_digest: digest })]);
    await page.getByText(digest).first().waitFor();
    await page.unrouteAll();
  });

  const eventChecks = async (subject: string): Promise<string[]> => {
    const { page } = reader;
    const { body } = await fixture.admin.get(`/v1/events?limit=1&subject_id=${subject}`);
    const [event] = body['data'] as { id: string }[];
    await visit(page, `/events/${event?.id}`, fixture.projectId);
    const items = page.locator('ul[role=list] > li').filter({ hasText: /passed|failed|not checked/ });
    await items.first().waitFor();
    return items.locator('> :first-child').allInnerTexts();
  };

  it('holds what an event carries against the record that the pinned log has', async () => {
    reader = await visits.arrive();
    await enterConsole(reader, await enrol(service, { role: 'operator', project: fixture.projectId }));
    const { body } = await fixture.admin.get(`/v1/records/${id}`);
    expect(await eventChecks(id)).toEqual([
      'Digest passed',
      'Signature passed',
      'Event passed',
      // It was registered without one.
      'Reason not checked',
      'Chain passed',
    ]);
    expect(await eventChecks(String(body['authority_id']))).toEqual(
      expect.arrayContaining(['Signature passed', 'Chain passed']),
    );
  });

  describe('fails', () => {
    it('after a row of the record was changed behind the service', async () => {
      const restore = await keepRows(service, 'verify_api_records.records', `id = '${id}'`);
      await service.sql(`SET session_replication_role = replica;
        UPDATE verify_api_records.records SET origin = origin || '5' WHERE id = '${id}'`);
      await eventually(async () => {
        const { body } = await fixture.verifier.post('/v1/records/verify', { record_id: id });
        expect(body['evidence'].provenance.verified).toBe(false);
      });
      const { page } = visitor;
      await visit(page, `/verify?id=${id}`, fixture.projectId);
      await verdict(page, /^Not verified: /).waitFor();
      const failed = (await checks(page)).filter(({ outcome }) => outcome === 'failed');
      expect(failed.map(({ check }) => check)).toContain('answer.provenance');
      await page.getByText('The service says that the record is not valid.').waitFor();
      expect(failed.every(({ why }) => why.startsWith('Failed: '))).toBe(true);
      expect(await eventChecks(id)).toEqual(
        expect.arrayContaining(['Signature not checked', 'Chain failed']),
      );
      await restore();
    });

    it('for a bundle that somebody has changed, and names what does not hold', async () => {
      const { text } = await fixture.verifier.get(`/v1/records/${id}/evidence`);
      const changed = text.replace(
        'https://registry.example/deeds/1204',
        'https://registry.example/deeds/1205',
      );
      expect(changed).not.toBe(text);
      const { page } = visitor;
      await visit(page, '/verify', fixture.projectId);
      await page.getByLabel('File to verify').setInputFiles({
        name: 'bundle.json',
        mimeType: 'application/json',
        buffer: Buffer.from(changed),
      });
      await verdict(page, /^Not verified: /).waitFor();
      const failed = (await checks(page))
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ check }) => check);
      expect(failed).toContain('answer.signature');
      // Nobody shows that the service said this.
      expect(await page.getByText(/service says|version 3/).count()).toBe(0);
      await page.getByText('bundle.json, which was not sent anywhere').waitFor();
    });
  });
});
