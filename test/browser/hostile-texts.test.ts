import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import type { Page } from 'playwright-core';
import { Receiver } from '../support/receiver.js';
import { overflow } from './support/accessibility.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { hostileTexts } from './support/hostile-texts.js';
import { enrol, enterConsole } from './support/operators.js';
import { settled, visit } from './support/places.js';
import type { Visitor } from './support/visitor.js';

/** Bytes that a header field can carry. */
const FIELD = /^[\t\x20-\x7e\x80-\xff]+$/;

// OWASP A03:2021; ASVS 5.0 V1.2.
describeInBrowser('hostile texts', (visits, service, fixture) => {
  let receiver: Receiver;
  let visitor: Visitor;
  const ids: Record<string, string[]> = {};
  const taken = new Map<string, number>();

  /** Sends each text to where it would be shown, and keeps the ids of what was made; some texts are refused. */
  const send = async (
    what: string,
    texts: readonly string[],
    post: (text: string) => Promise<string | null>,
  ) => {
    const made: string[] = [];
    for (const text of texts) {
      const id = await post(text);
      if (id !== null) made.push(id);
    }
    ids[what] = made;
    taken.set(what, made.length);
  };
  const idOf = ({ status, body, text }: { status: number; body: Record<string, unknown>; text: string }) => {
    if (status >= 500) throw new Error(text);
    return status === 201 ? String(body['id']) : null;
  };

  beforeAll(async () => {
    const { admin, authorityId } = fixture;
    receiver = await Receiver.start();
    await send('records', hostileTexts, async (text) => {
      const least = { authority_id: authorityId, content: text, origin: 'here', metadata: { note: text } };
      // Identifiers have no control characters and no outer spaces.
      const made = idOf(await admin.post('/v1/records', { ...least, origin: text, external_id: text }));
      return made ?? idOf(await admin.post('/v1/records', least));
    });
    const few = hostileTexts.filter((_, index) => index % 4 === 0);
    await send('authorities', few, async (text) =>
      idOf(
        await admin.post('/v1/authorities', {
          issuer: text,
          scope: ['verify'],
          valid_until: '2090-01-01T00:00:00Z',
        }),
      ),
    );
    await send('credentials', few, async (text) =>
      idOf(await admin.post('/v1/credentials', { name: text, capabilities: ['read'] })),
    );
    // An endpoint that answers each delivery with the next text.
    const path = receiver.newPath();
    let next = 0;
    receiver.on(path, (_, response) => {
      next += 1;
      response.writeHead(500, { 'content-type': 'text/html' }).end(few[next % few.length]);
    });
    await send('subscriptions', few.slice(0, 20), async (text) =>
      idOf(
        await admin.post('/v1/subscriptions', {
          endpoint: receiver.url(path),
          categories: ['record'],
          description: text,
        }),
      ),
    );
    for (const text of few.filter((one) => FIELD.test(one) && one.trim() !== ''))
      await fixture.reader.get('/v1/records?limit=1', { 'user-agent': text });
    for (const text of few)
      await fixture.reader.get(`/v1/records/${encodeURIComponent(text.toWellFormed())}`);
    visitor = await visits.arrive({ size: 'phone' });
    await enterConsole(visitor, await enrol(service, { name: `<img src=x onerror=window.hostile=1>` }));
  }, 240_000);
  afterAll(() => receiver.stop());

  const expectHarmless = async (page: Page) => {
    await settled(page);
    expect(await page.evaluate(() => Reflect.get(window, 'hostile') ?? null)).toBeNull();
    expect(await overflow(page)).toEqual([]);
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''),
    );
    expect(links.filter((link) => /^\s*(?!https?:)[a-z]+:/i.test(link))).toEqual([]);
    // Nobody can turn the direction of what the Console itself says, or hide a part of a text.
    const shown = await page.evaluate(() => document.body.innerText);
    expect(shown).not.toMatch(/[\p{Bidi_Control}]/u);
    expect(shown).not.toContain('\u001b');
  };

  it('were taken by the API, but for those that no JSON text can hold', () => {
    expect(taken.get('records')).toBeGreaterThan(180);
    expect(hostileTexts.length).toBe(200);
    expect(new Set(hostileTexts).size).toBe(200);
  });

  it.each([
    'records',
    'authorities',
    'credentials',
    'subscriptions',
    'events',
    'history',
    'usage',
    '',
    'team',
    'account',
  ])('are shown as texts in lists: %s', async (list) => {
    const { page } = visitor;
    await visit(page, `/${list}`, fixture.projectId);
    await expectHarmless(page);
    const next = page.getByRole('button', { name: 'Next page' });
    while (await next.isVisible()) {
      await next.click();
      await expectHarmless(page);
    }
  });

  it.each(['records', 'authorities', 'credentials', 'subscriptions'])(
    'are shown as texts on pages of their own: %s',
    async (kind) => {
      const { page } = visitor;
      const step = Math.ceil((ids[kind]?.length ?? 0) / 4);
      for (const id of (ids[kind] ?? []).filter((_, index) => index % step === 0)) {
        await visit(page, `/${kind}/${id}`, fixture.projectId);
        await expectHarmless(page);
      }
    },
    120_000,
  );

  it('are shown as texts where an endpoint has answered them', async () => {
    const { page } = visitor;
    const [subscription = ''] = ids['subscriptions'] ?? [];
    const path = `/v1/subscriptions/${subscription}`;
    await fixture.admin.post(`${path}/test`, { type: 'service.record.revoked' });
    const delivery = await eventually(async () => {
      const { body } = await fixture.admin.get(`/v1/deliveries?subscription_id=${subscription}`);
      return (body['data'] as { id: string }[])[0]?.id ?? '';
    });
    await visit(page, `/subscriptions/${subscription}`, fixture.projectId);
    await expectHarmless(page);
    await visit(page, `/deliveries/${delivery}`, fixture.projectId);
    await expectHarmless(page);
  });

  it.each(hostileTexts.filter((_, index) => index % 40 === 5))(
    'do nothing in the address of a page: %j',
    async (text) => {
      const { page, guard } = visitor;
      guard.expect([400, /\/api\/v1\//], [404, /\/api\/v1\//]);
      for (const path of ['/records?external_id=', '/verify?id=', '/history?subject=', '/records/']) {
        await page.goto(`/console/development${path}${encodeURIComponent(text.toWellFormed())}`);
        await expectHarmless(page);
      }
    },
  );
});
