import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment } from '@service/contracts';
import { describeInBrowser, originOf } from './support/describe-in-browser.js';
import { callConsole, enrol, type Operator } from './support/operators.js';

// ASVS 5.0 V7.
describeInBrowser('a session', (_, service) => {
  const operators = {} as Record<Environment, Operator>;
  beforeAll(async () => {
    for (const environment of ['development', 'production'] as const)
      operators[environment] = await enrol(service, { environment });
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
    const { cookie, environment } = operators.development;
    const [name] = cookie.split('=');
    for (const chosen of ['A'.repeat(43), 'x', cookie.split('=')[1] ?? '']) {
      const given = await signIn(operators.development, `${name}=${chosen}`);
      expect(given.status).toBe(200);
      expect(cookieOf(given)).not.toBe(`${name}=${chosen}`);
      expect((await session(environment, cookieOf(given))).status).toBe(200);
    }
    expect((await session(environment, `${name}=${'A'.repeat(43)}`)).status).toBe(401);
  });

  it('is another one after each sign-in, and none after the sign-out', async () => {
    const [one, two] = [await signIn(operators.development), await signIn(operators.development)].map(
      cookieOf,
    );
    expect(one).not.toBe(two);
    const out = await callConsole(service, 'development', 'DELETE', 'api/session', { cookie: one ?? '' });
    expect(out.status).toBeLessThan(300);
    expect((await session('development', one ?? '')).status).toBe(401);
    expect((await session('development', two ?? '')).status).toBe(200);
  });

  it('is kept from scripts, other sites and other paths', async () => {
    const [set = ''] = (await signIn(operators.development)).headers.getSetCookie();
    expect(set).toMatch(/; HttpOnly/i);
    expect(set).toMatch(/; SameSite=Strict/i);
    expect(set).toMatch(/; Path=\/console\/development/i);
    expect(set).not.toMatch(/Domain/i);
  });

  it('is nothing outside of the Console', async () => {
    const { cookie } = operators.development;
    for (const path of ['/v1/records', '/v1/credentials', '/v1/projects/current', '/mcp']) {
      const response = await fetch(originOf(service) + path, {
        headers: { cookie, 'service-project': 'prj_default' },
      });
      expect([path, response.status]).toEqual([path, path === '/mcp' ? response.status : 401]);
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  });

  describe('of one environment', () => {
    it.each(['development', 'production'] as const)('of %s is none of the other', async (environment) => {
      const other = environment === 'development' ? 'production' : 'development';
      const { cookie } = operators[environment];
      const [, value = ''] = cookie.split(/=(.*)/s);
      const [name] = operators[other].cookie.split('=');
      for (const sent of [cookie, `${name}=${value}`]) expect((await session(other, sent)).status).toBe(401);
      const { address, password } = operators[environment];
      const given = await signIn({ ...operators[other], address, password });
      expect(given.status).toBe(401);
    });
  });
});
