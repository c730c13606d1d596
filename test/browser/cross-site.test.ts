import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeInBrowser, originOf } from './support/describe-in-browser.js';
import { callConsole, enrol, enterConsole, pageCalls, type Operator } from './support/operators.js';
import { OtherSite } from './support/other-site.js';
import { settled } from './support/places.js';
import type { Visitor } from './support/visitor.js';

/** What became of each attempt, as the page saw it. */
type Attempts = Record<string, string>;

/** Runs in a page of another origin. */
async function attempt(api: string): Promise<Attempts> {
  const attempts: Attempts = {};
  const note = async (name: string, act: () => Promise<string>) => {
    attempts[name] = await act().catch((error: unknown) => (error instanceof Error ? error.name : 'error'));
  };
  const body = JSON.stringify({ name: 'theirs', capabilities: ['read'] });
  const credentials = 'include';
  const read = async (init: RequestInit, path = 'session') =>
    `read ${(await (await fetch(`${api}/${path}`, init)).text()).length}`;
  const json = { 'content-type': 'application/json' };
  await note('read', () => read({ credentials }));
  await note('post json', () => read({ method: 'POST', credentials, headers: json, body }, 'v1/credentials'));
  await note('post text', () => read({ method: 'POST', credentials, body }, 'v1/credentials'));
  await note('post unseen', async () => {
    const { type } = await fetch(`${api}/v1/credentials`, {
      method: 'POST',
      mode: 'no-cors',
      credentials,
      body,
    });
    return type;
  });
  await note('beacon', async () => String(navigator.sendBeacon(`${api}/v1/credentials`, body)));
  await note('script', () =>
    load(Object.assign(document.createElement('script'), { src: `${api}/session` })),
  );
  await note('image', () => load(Object.assign(document.createElement('img'), { src: `${api}/session` })));
  await note('frame', async () => {
    const frame = Object.assign(document.createElement('iframe'), { src: api.replace(/api$/, '') });
    await load(frame);
    return frame.contentDocument?.title ?? 'unseen';
  });
  await note('form', async () => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      enctype: 'text/plain',
      action: `${api}/v1/credentials`,
      target: 'shown',
    });
    const field = Object.assign(document.createElement('input'), {
      name: `${body.slice(0, -1)},"x":"`,
      value: '"}',
    });
    const frame = Object.assign(document.createElement('iframe'), { name: 'shown' });
    form.append(field);
    const loaded = load(frame);
    document.body.append(form);
    form.submit();
    await loaded;
    return 'sent';
  });
  return attempts;

  function load(element: HTMLElement): Promise<string> {
    const outcome = new Promise<string>((resolve) => {
      element.addEventListener('load', () => resolve('loaded'));
      element.addEventListener('error', () => resolve('failed'));
    });
    document.body.append(element);
    return outcome;
  }
}

// OWASP A01:2021; ASVS 5.0 V3.5.
describeInBrowser('a page of somebody else', (visits, service, fixture) => {
  let site: OtherSite;
  let operator: Operator;
  let visitor: Visitor;
  const names = async () => {
    const call = pageCalls(service, operator, fixture.projectId);
    const { body } = await call('GET', '/v1/credentials?limit=100');
    return (body['data'] as { name: string }[]).map(({ name }) => name);
  };

  beforeAll(async () => {
    site = await OtherSite.open();
    operator = await enrol(service);
    visitor = await visits.arrive();
    await enterConsole(visitor, operator);
    // Its attempts are refused, and its own page says so.
    visitor.guard.overlook(/./);
  });
  afterAll(() => site.close());

  describe.each(['localhost', '127.0.0.1'] as const)('at %s', (host) => {
    it('reads nothing of the Console, changes nothing and embeds nothing of it', async () => {
      const { page } = visitor;
      const before = await names();
      expect(before.length).toBeGreaterThan(0);
      await page.goto(site.at(host));
      const api = `${originOf(service)}/console/development/api`;
      const attempts = await page.evaluate(attempt, api);
      expect(attempts).toMatchObject({
        read: 'TypeError',
        'post json': 'TypeError',
        'post text': 'TypeError',
        script: 'failed',
        image: 'failed',
        frame: 'unseen',
      });
      // What was sent without an answer has arrived when a later request of the page is answered.
      await page.goto(`${originOf(service)}/docs/start`);
      expect(await names()).toEqual(before);
      const frames = await page.context().request.get(`${originOf(service)}/console/development/`);
      expect(frames.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    });

    it('learns nothing of a window of the Console that it opened', async () => {
      const { page, context } = visitor;
      await page.goto(site.at(host));
      const opening = context.waitForEvent('page');
      await page.evaluate(
        (url) => {
          Reflect.set(window, 'opened', window.open(url));
        },
        `${originOf(service)}/console/development/`,
      );
      const opened = await opening;
      // Its first document, which is empty, has loaded as well.
      await settled(opened);
      expect(await opened.evaluate(() => window.opener === null)).toBe(true);
      expect(await page.evaluate(() => (Reflect.get(window, 'opened') as Window).closed)).toBe(true);
      await opened.close();
    });
  });

  it.each(['GET', 'POST', 'PATCH', 'DELETE'])(
    'is not answered by %s, whatever else it sends',
    async (method) => {
      const path =
        method === 'GET' ? 'api/v1/records' : method === 'POST' ? 'api/v1/credentials' : 'api/session';
      const send = async (headers: Record<string, string>) =>
        (await callConsole(service, 'development', method, path, { cookie: operator.cookie, headers }))
          .status;
      for (const origin of [
        'http://localhost:1',
        'https://hostile.example',
        'null',
        `${originOf(service)}.hostile.example`,
      ])
        expect([403, 405]).toContain(await send({ origin }));
      for (const site of ['cross-site', 'same-site'])
        expect([403, 405]).toContain(await send({ 'sec-fetch-site': site }));
    },
  );

  it('cannot ask in advance, for the Console has no CORS', async () => {
    const response = await callConsole(service, 'development', 'OPTIONS', 'api/v1/credentials', {
      headers: {
        origin: site.at('localhost'),
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,service-project',
      },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
