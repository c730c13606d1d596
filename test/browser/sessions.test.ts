import { beforeAll, expect, it } from '@jest/globals';
import type { Environment } from '@service/contracts';
import { describeInBrowser, originOf } from './support/describe-in-browser.js';
import { inspect } from './support/inspect.js';
import { callConsole, enrol, enterConsole, type Operator } from './support/operators.js';
import { visit } from './support/places.js';

// ASVS 5.0 V7.
describeInBrowser('a session', (visits, service, fixture) => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await enrol(service);
  });

  const session = (environment: Environment, cookie: string) =>
    callConsole(service, environment, 'GET', 'api/session', { cookie });
  const signIn = ({ environment, address, password }: Operator, cookie?: string) =>
    callConsole(service, environment, 'POST', 'api/sign-in/password', {
      body: { address, password },
      ...(cookie !== undefined && { cookie }),
    });
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  it('is not one that somebody else has chosen', async () => {
    const { cookie, environment } = operator;
    const [name] = cookie.split('=');
    for (const chosen of ['A'.repeat(43), 'x', cookie.split('=')[1] ?? '']) {
      const given = await signIn(operator, `${name}=${chosen}`);
      expect(given.status).toBe(200);
      expect(cookieOf(given)).not.toBe(`${name}=${chosen}`);
      expect((await session(environment, cookieOf(given))).status).toBe(200);
    }
    expect((await session(environment, `${name}=${'A'.repeat(43)}`)).status).toBe(401);
  });

  it('is another one after each sign-in, and none after the sign-out', async () => {
    const [one, two] = [await signIn(operator), await signIn(operator)].map(cookieOf);
    expect(one).not.toBe(two);
    const out = await callConsole(service, 'development', 'DELETE', 'api/session', { cookie: one ?? '' });
    expect(out.status).toBeLessThan(300);
    expect((await session('development', one ?? '')).status).toBe(401);
    expect((await session('development', two ?? '')).status).toBe(200);
  });

  it('is kept from scripts, other sites and other paths', async () => {
    const [set = ''] = (await signIn(operator)).headers.getSetCookie();
    expect(set).toMatch(/; HttpOnly/i);
    expect(set).toMatch(/; SameSite=Strict/i);
    expect(set).toMatch(/; Path=\/console\/development/i);
    expect(set).not.toMatch(/Domain/i);
  });

  it('is nothing outside of the Console', async () => {
    const { cookie } = operator;
    for (const path of ['/v1/records', '/v1/credentials', '/v1/projects/current', '/mcp']) {
      const response = await fetch(originOf(service) + path, {
        headers: { cookie, 'service-project': 'prj_default' },
      });
      expect([path, response.status]).toEqual([path, path === '/mcp' ? response.status : 401]);
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('outlasts a network and a service that go away, and says so meanwhile', async () => {
    const visitor = await visits.arrive();
    const { page, context, guard } = visitor;
    guard.overlook(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/);
    const somebody = await enrol(service);
    await enterConsole(visitor, somebody);
    await visit(page, '/credentials', fixture.projectId);
    const rows = page.getByRole('table', { name: 'Credentials' }).getByRole('link');
    const known = await rows.count();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/(api|assets)\//.test(request.url())) asked.push(request.url());
    });
    const offline = page.getByText(/You are offline\. This page is shown as of (\d+ \w+, )?\d\d:\d\d;/);
    await context.setOffline(true);
    await offline.waitFor();
    expect(await rows.count()).toBe(known);
    expect(await inspect(visitor, 'offline')).toEqual([]);
    await visitor.see({ size: 'desk', scheme: 'light' });
    asked.length = 0;
    // A page whose script the browser does not have yet.
    await page.getByRole('navigation').getByRole('link', { name: 'Authorities' }).click();
    await page.getByText('Not loaded yet: the service cannot be reached.').waitFor();
    expect(asked).toEqual([]);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Authorities' }).waitFor();
    await offline.waitFor({ state: 'detached' });

    const down = page.getByText(
      /The service does not answer\. This page is shown as of (\d+ \w+, )?\d\d:\d\d\./,
    );
    const api = /\/console\/development\/api\//;
    await page.route(api, (route) => route.abort('connectionrefused'));
    await page.getByRole('navigation').getByRole('link', { name: 'Credentials' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    await down.waitFor();
    await page.getByText('Not loaded yet: the service cannot be reached.').waitFor();
    expect(await inspect(visitor, 'unreachable')).toEqual([]);
    await visitor.see({ size: 'desk', scheme: 'light' });
    await page.unroute(api);
    await page.getByRole('table', { name: 'Team' }).getByText(somebody.name).waitFor();
    await down.waitFor({ state: 'detached' });

    await visit(page, `/verify?id=${fixture.recordId}`, fixture.projectId);
    await page.route(api, (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Verify again' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute(api);
    await page.locator('[data-good="true"]').waitFor();

    const partly = page.getByText('The service cannot answer everything at the moment.');
    guard.expect([503, api]);
    const error = { code: 'service.unavailable', message: 'The service cannot answer.', request_id: 'req_1' };
    await page.route(/\/v1\/records\?/, (route) =>
      route.fulfill({ status: 503, headers: { 'service-request-id': 'req_1' }, json: { error } }),
    );
    await page.getByRole('navigation').getByRole('link', { name: 'Records' }).click();
    await page.getByRole('alert').getByText('The service cannot answer.').waitFor();
    await partly.waitFor();
    await page.unroute(/\/v1\/records\?/);
    await page.getByRole('table', { name: 'Records' }).waitFor();
  });

  it('shows nothing in the future to a browser whose clock is wrong', async () => {
    for (const wrong of [-90_000, 90_000]) {
      const visitor = await visits.arrive();
      const { page, context } = visitor;
      await context.addInitScript((ahead) => {
        const { now } = Date;
        Date.now = () => now() + ahead;
      }, wrong);
      await enterConsole(visitor, await enrol(service));
      for (const path of ['/history?reads=shown', `/verify?id=${fixture.recordId}`]) {
        await visit(page, path, fixture.projectId);
        const times = await page
          .locator('time')
          .evaluateAll((shown: HTMLTimeElement[]) =>
            shown.map(({ textContent, dateTime }) => [textContent, dateTime] as const),
          );
        expect(times.length).toBeGreaterThan(0);
        const isAhead = ([text, at]: (typeof times)[number]) =>
          text.startsWith('in ') && Date.parse(at) < Date.now();
        expect([wrong, path, times.filter(isAhead)]).toEqual([wrong, path, []]);
      }
    }
  });

  it('that was ended elsewhere leads to the sign-in by itself, which says why', async () => {
    const visitor = await visits.arrive();
    const other = await enrol(service);
    visitor.guard.expect([401, /\/console\/development\/api\//]);
    await enterConsole(visitor, other);
    await visit(visitor.page, '/credentials', fixture.projectId);
    await callConsole(service, 'development', 'DELETE', 'api/session', { cookie: other.cookie });
    await visitor.page.getByText('Your session has ended').waitFor();
    expect(await visitor.page.getByRole('table').count()).toBe(0);
  });
});
