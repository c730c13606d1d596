import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request, type RequestOptions } from 'node:https';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Authenticator } from '../support/authenticator.js';
import { ConsoleBrowser } from '../support/console-browser.js';
import { databaseServer } from '../support/run/ask.js';
import { TestService } from '../support/service.js';

const fixture = (name: string) => resolve('test/support/tls', name);
const ORIGIN = 'https://console.example';
const TLS = { TLS_CERT_FILE: fixture('first.pem'), TLS_KEY_FILE: fixture('first.key.pem') };

async function ask(url: string, options: RequestOptions, body?: string) {
  const asked = request(url, { ca: readFileSync(TLS.TLS_CERT_FILE), agent: false, ...options });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

describe('a service with a certificate', () => {
  let service: TestService;
  let production: string;
  beforeAll(async () => {
    service = await TestService.start({
      databaseServer,
      env: { ...TLS, CONSOLE_ORIGIN_PRODUCTION: ORIGIN },
    });
    production = service.urlOf('production');
  });
  afterAll(() => service.dispose(), 30_000);

  it('is printed as what it is, with a line for curl that trusts it', () => {
    expect(service.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(service.output).toContain(
      `curl -s --cacert '${TLS.TLS_CERT_FILE}' ${service.baseUrl}/v1/records/verify`,
    );
  });

  it('answers over TLS, and tells browsers to come back so', async () => {
    const headers = {
      authorization: `Bearer ${service.tokens.development.verify}`,
      'content-type': 'application/json',
    };
    const verified = await ask(
      `${service.baseUrl}/v1/records/verify`,
      { method: 'POST', headers },
      '{"record_id":"rec_example"}',
    );
    expect([verified.status, verified.text.includes('rec_example')]).toEqual([200, true]);
    const missing = await ask(`${service.baseUrl}/nowhere`, {});
    expect(missing.status).toBe(404);
    for (const answer of [verified, missing]) {
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });

  it('signs people in to production by a cookie of its host alone, and asks for a proof', async () => {
    const headers = {
      authorization: `Bearer ${service.tokens.production.operator}`,
      'content-type': 'application/json',
    };
    const project = 'prj_default';
    const grants = JSON.stringify({ grants: [{ project_id: project, role: 'admin' }] });
    const invited = await ask(`${production}/v1/operators`, { method: 'POST', headers }, grants);
    const link = new URL(String(JSON.parse(invited.text).invitation_link));
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/console/production/invitation`);

    const agent = new Agent({ ca: readFileSync(TLS.TLS_CERT_FILE), servername: 'localhost' });
    const browser = () => new ConsoleBrowser(production, 'production', { origin: ORIGIN, agent });
    const [by, key] = [browser(), new Authenticator(ORIGIN)];
    const who = { token: link.hash.slice(1), name: 'Ada', address: 'ada@mail.example' };
    const { body: wanted } = await by.post('invitation/passkey/options', who);
    const made = { challenge_id: wanted['challenge_id'], credential: key.create(wanted['options']) };
    expect((await by.post('invitation/passkey', { ...who, ...made })).status).toBe(200);

    const again = browser();
    const { body: asked } = await again.post('sign-in/passkey/options');
    const credential = key.get(asked['options']);
    const signedIn = await again.post('sign-in/passkey', { challenge_id: asked['challenge_id'], credential });
    expect([signedIn.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(
        /^__Host-console-production=[\w-]{86}; Secure; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
      ),
    );
    const stranger = browser();
    stranger.cookies.set('console-production', String(again.cookies.get('__Host-console-production')));
    expect((await stranger.get('session')).status).toBe(204);

    const call = { body: { name: 'one', capabilities: ['read'] }, project };
    const refused = await again.call('POST', 'v1/credentials', call);
    expect([refused.status, refused.body['error']?.code]).toEqual([403, 'session.step_up_required']);
    const proof = await again.stepUp('POST', 'v1/credentials', call, ({ options }) => ({
      credential: key.get(options),
    }));
    expect((await again.call('POST', 'v1/credentials', { ...call, proof })).status).toBe(201);
  });
});

describe('a start', () => {
  const broken = new TestService({ databaseServer });
  afterAll(() => broken.dispose());

  const refusal = (env: NodeJS.ProcessEnv) => broken.refusal({ ENVIRONMENT: 'development', ...env });

  it('with half a certificate is refused at once', async () => {
    expect(await refusal({ TLS_CERT_FILE: TLS.TLS_CERT_FILE })).toBe(
      'TLS_CERT_FILE is set, so TLS_KEY_FILE must be set as well.\n',
    );
  });

  it('with a certificate of another key is refused with one sentence, before a database is asked', async () => {
    const key = fixture('second.key.pem');
    const sentence = await refusal({
      ...TLS,
      TLS_KEY_FILE: key,
      DATABASE_URL_DEVELOPMENT: 'postgres://127.0.0.1:1/none',
    });
    expect(sentence).toContain(
      `TLS_CERT_FILE (${TLS.TLS_CERT_FILE}) and TLS_KEY_FILE (${key}) cannot be used`,
    );
    expect(sentence.trim().split('\n')).toHaveLength(1);
  }, 120_000);
});
