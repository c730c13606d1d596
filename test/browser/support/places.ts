import type { Page } from 'playwright-core';
import type { Furniture } from './furnish.js';

/** Every page of the Console, by the name of its screenshot: the address below `/console/<environment>`. */
export function placesOf(things: Furniture): Record<string, string> {
  const { authority, record, revoked, credential, subscription, delivery, event, interaction } = things;
  return {
    overview: '/',
    verify: `/verify?id=${record}`,
    records: '/records',
    record: `/records/${record}`,
    'verify-revoked': `/verify?id=${revoked}`,
    'record-revoked': `/records/${revoked}`,
    authorities: '/authorities',
    authority: `/authorities/${authority}`,
    credentials: '/credentials',
    credential: `/credentials/${credential}`,
    subscriptions: '/subscriptions',
    subscription: `/subscriptions/${subscription}`,
    delivery: `/deliveries/${delivery}`,
    events: '/events',
    event: `/events/${event}`,
    // Of all, axe would look at hundreds of cells.
    history: '/history?operation=records.verify',
    interaction: `/history/${interaction}`,
    usage: '/usage',
    'usage-by-project': '/usage?group_by=project',
    log: '/log',
    system: '/system',
    team: '/team',
    account: '/account',
    'new-project': '/new-project',
    lost: '/nowhere',
  };
}

/** Goes to a page of the Console and waits until it shows what it has. */
export async function visit(page: Page, path: string, project?: string): Promise<void> {
  const url = new URL(path, 'http://console');
  if (project !== undefined) url.searchParams.set('project', project);
  await page.goto(`/console/development${url.pathname}${url.search}`);
  await settled(page);
}

/** Waits until a page has its heading and nothing on it is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => {
    const waiting = [...document.querySelectorAll('[aria-busy="true"], [role="status"]')];
    return waiting.every(
      (one) => one.getAttribute('aria-busy') !== 'true' && !one.textContent.startsWith('Loading'),
    );
  });
}
