import { beforeAll, expect, it } from '@jest/globals';
import type { Environment } from '@service/contracts';
import { describeInBrowser, originOf } from './support/describe-in-browser.js';
import { callConsole, enrol, type Operator } from './support/operators.js';

// ASVS 5.0 V7.
describeInBrowser('a session', (_, service) => {
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
});
