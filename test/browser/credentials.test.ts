import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { issue } from '../support/fixtures.js';
import { describeInBrowser } from './support/describe-in-browser.js';
import { issueCredential } from './support/credentials-page.js';
import { enrol, invitationLink, enterConsole, pageCalls } from './support/operators.js';
import { visit } from './support/places.js';
import { median, say } from './support/say.js';
import { takeSecret } from './support/secret-once.js';
import { signUp } from './support/sign-up.js';
import type { Visitor } from './support/visitor.js';

/** How often a revocation is timed. */
const ROUNDS = 5;
/** Milliseconds after the answer to a revocation in which every gateway refuses the token. */
const PROMISED = 1_000;

describeInBrowser('a credential', (visits, service, fixture) => {
  let visitor: Visitor;
  let project: string;
  let name: string;
  let token: string;
  const statusOf = async (bearer: string) =>
    (await fixture.anonymous.as(bearer).get('/v1/projects/current')).status;

  beforeAll(async () => void (visitor = await visits.arrive()));

  it('begins with a link, a passkey and a project', async () => {
    const { page } = visitor;
    const link = await invitationLink(service);
    const passkeys = await signUp(visitor, link);
    expect(await passkeys.count()).toBe(1);
    expect(page.url()).not.toContain(new URL(link).hash);
    await visit(page, '/new-project');
    await page.getByLabel('Name').fill('Land registry');
    await page.getByRole('button', { name: 'Create project' }).click();
    const first = await takeSecret(page, 'Token of its first credential');
    await page.waitForURL(/project=prj_/);
    project = new URL(page.url()).searchParams.get('project') ?? '';
    expect((await fixture.anonymous.as(first).get('/v1/projects/current')).body).toMatchObject({
      project: { id: project },
    });
    await page
      .getByRole('combobox', { name: 'Project' })
      .getByRole('option', { name: 'Land registry' })
      .waitFor({ state: 'attached' });
  });

  it('signs the operator out in all tabs, and in again by the passkey alone', async () => {
    const { page } = visitor;
    const tab = await visitor.context.newPage();
    await visit(tab, '/account');
    await page.locator('summary', { hasText: 'Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const doors = [page, tab].map((each) => each.getByRole('button', { name: 'Sign in with a passkey' }));
    await Promise.all(doors.map((door) => door.waitFor()));
    await tab.close();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => !url.pathname.includes('sign-in'));
    await visit(page, '/credentials', project);
  });

  it('is issued with its token, which is shown once', async () => {
    const { page } = visitor;
    name = 'Checkout service';
    token = await issueCredential(page, name, project);
    expect(await statusOf(token)).toBe(200);
    await page.getByRole('link', { name }).waitFor();
    await page.getByRole('row', { name }).getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.reload();
    await page.getByRole('link', { name }).waitFor();
    expect(await page.content()).not.toContain(token);
  });

  it('is rotated, and says how long the old token works and whether it is used', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Rotate…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate credential' }).click();
    const newer = await takeSecret(page, 'New token');
    expect(await Promise.all([statusOf(token), statusOf(newer)])).toEqual([200, 200]);
    const left = page.getByText(/^The old token .* expires in /);
    await left.waitFor();
    const before = await left.textContent();
    expect(before).toMatch(/expires in .*\d\d:\d\d:\d\d/);
    await eventually(async () => expect(await left.textContent()).not.toBe(before));
    // The use of the old token is written down a little later.
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const call = pageCalls(service, await enrol(service), project);
    await eventually(
      async () =>
        typeof (await call('GET', `/v1/credentials/${id}`)).body['rotation']?.old_last_used_at === 'string',
      { timeout: 60_000 },
    );
    await page.reload();
    await page.getByText('Used since the rotation').waitFor();
  }, 90_000);

  it('asks for its name before it is revoked', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Revoke…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke credential' });
    await dialog.getByLabel('Reason').fill('Not needed any more');
    const act = dialog.getByRole('button', { name: 'Revoke credential' });
    expect(await act.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type/).fill('Checkout');
    expect(await act.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await statusOf(token)).toBe(200);
  });

  it('is refused by the API as soon as it is revoked', async () => {
    const { page, context } = visitor;
    const owner = await enrol(service);
    await enterConsole(visitor, owner);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, token: bearer } = await issue(fixture.admin, { name: `Round ${round}` });
      await visit(page, `/credentials/${id}`, fixture.projectId);
      await page.getByRole('button', { name: 'Revoke…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke credential' });
      await dialog.getByLabel('Reason').fill('Leaked');
      await dialog.getByLabel(/^Type/).fill(`Round ${round}`);
      const act = dialog.getByRole('button', { name: 'Revoke credential' });
      await act.evaluate((button) =>
        button.addEventListener('click', () => Reflect.set(window, 'clicked', Date.now()), { capture: true }),
      );
      const answered = page.waitForResponse((response) => response.url().endsWith('/revoke'));
      const refused = (async () => {
        await act.click();
        expect((await answered).status()).toBe(200);
        return eventually(async () => (await statusOf(bearer)) === 401, { timeout: PROMISED, interval: 5 });
      })();
      let status = 200;
      while (status !== 401) status = await statusOf(bearer);
      const at = Date.now();
      await refused;
      // The button that opened the dialog is gone.
      await page.locator('h1:focus').waitFor();
      times.push(at - (await page.evaluate(() => Reflect.get(window, 'clicked') as number)));
    }
    say(
      `From the click on Revoke to the refusal by the API, of ${ROUNDS}: median ${median(times)} ms, longest ${Math.max(...times)} ms.`,
    );
    await context.clearCookies();
  }, 240_000);
});
