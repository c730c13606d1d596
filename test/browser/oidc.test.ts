import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONSOLE_CLIENT, OidcTestProvider } from '../support/oidc-provider.js';
import { databaseServer, makeRoom } from '../support/run/ask.js';
import { TestService } from '../support/service.js';
import { accessibilityFaults } from './support/accessibility.js';
import { describeOwnInBrowser, openVisits, originOf } from './support/describe-in-browser.js';
import { settled } from './support/places.js';

const START_TIMEOUT = 180_000;

describeOwnInBrowser('a sign-in at an OpenID Connect provider', () => {
  const service = new TestService({ databaseServer });
  let provider: OidcTestProvider;
  const visits = openVisits(service);

  beforeAll(async () => {
    await makeRoom();
    provider = await OidcTestProvider.open();
    await service.begin({
      ENVIRONMENT: 'development',
      CONSOLE_STEP_UP: 'on',
      CONSOLE_OIDC_ISSUER: provider.issuer,
      CONSOLE_OIDC_CLIENT_ID: CONSOLE_CLIENT.id,
      CONSOLE_OIDC_CLIENT_SECRET: CONSOLE_CLIENT.secret,
      CONSOLE_OIDC_LABEL: 'City Hall',
      CONSOLE_OIDC_ROLES: 'clerks=prj_default:operator,council=auditor',
    });
    provider.serve(`${originOf(service)}/console/development/api/sign-in/oidc/callback`);
  }, START_TIMEOUT);
  afterAll(async () => {
    await service.dispose();
    await provider.close();
  });

  const begin = async () => {
    const visitor = await visits.arrive();
    // The provider's pages are not the service's.
    visitor.guard.overlook(/127\.0\.0\.1/);
    await visitor.page.goto('/console/development/records');
    await visitor.page.waitForURL(/sign-in/);
    await visitor.page
      .getByRole('button', { name: /City Hall/ })
      .or(visitor.page.getByRole('link', { name: /City Hall/ }))
      .click();
    return visitor;
  };

  it('leads there and back to the page that was asked for, with the roles that the groups give', async () => {
    provider.person = { id: 'grace', groups: ['clerks', 'others'] };
    const { page } = await begin();
    // Not by the address: of several loads on the way, one may abort another.
    await page.getByRole('heading', { level: 1, name: 'Records' }).waitFor();
    await settled(page);
    expect(await page.getByRole('banner').innerText()).toContain('Name of grace');
    const session = (await page.evaluate(async () =>
      (await fetch('/console/development/api/session')).json(),
    )) as Record<string, never>;
    expect(session).toMatchObject({
      session: { method: 'oidc' },
      operator: { grants: [{ project_id: 'prj_default', role: 'operator' }] },
    });
    expect(page.url()).not.toMatch(/code=|state=/);
  });

  it('proves for an act that the windows before and behind the provider name, in the browser that asks', async () => {
    provider.person = { id: 'grace', groups: ['clerks'] };
    const { page, context } = await begin();
    await page.getByRole('heading', { level: 1, name: 'Records' }).waitFor();
    await page.goto('/console/development/records/rec_example');
    await page.getByRole('button', { name: 'Suspend…' }).click();
    const act = page.getByRole('dialog', { name: 'Suspend record' });
    await act.getByLabel('Reason').fill('Objection of a neighbour');
    await act.getByRole('button', { name: 'Suspend record' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const link = dialog.getByRole('link', { name: /Sign in again/ });
    await link.waitFor();
    const [window] = await Promise.all([context.waitForEvent('page'), link.click()]);
    const named = async (heading: string) => {
      await window.getByRole('heading', { name: heading }).waitFor();
      expect(await accessibilityFaults(window)).toEqual([]);
      return window.getByRole('main').innerText();
    };
    const texts = [await dialog.innerText()];
    texts.push(await named('Confirm that it is you'));
    await window.getByRole('link', { name: 'Sign in again at City Hall' }).click();
    texts.push(await named('You have confirmed that it is you'));
    for (const text of texts)
      expect(text).toMatch(/development, project Default:\s+Suspend a record\s+rec_example/);
    await window.close();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Record suspended.').waitFor();
  });

  it('lets nobody in without a group that gives a role', async () => {
    provider.person = { id: 'guest', groups: ['others'] };
    const visitor = await begin();
    visitor.guard.expect([403, /callback/], [401, /callback/]);
    const { page } = visitor;
    await page.getByRole('alert').waitFor();
    expect(page.url()).toContain('/console/development/sign-in');
  });

  it('accepts no answer that the browser has not asked for', async () => {
    const visitor = await visits.arrive();
    visitor.guard.overlook(/callback/);
    await visitor.page.goto('/console/development/api/sign-in/oidc/callback?code=stolen&state=x');
    const status = await visitor.page
      .evaluate(async () => (await fetch('/console/development/api/session')).status)
      .catch(() => 204);
    expect(status).toBe(204);
  });
});
