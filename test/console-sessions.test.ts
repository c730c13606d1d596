import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { eventually } from '@service/testing';
import { Authenticator } from './support/authenticator.js';
import { ConsoleBrowser, type BrowserAnswer } from './support/console-browser.js';
import { CONSOLE_CLIENT, OidcTestProvider } from './support/oidc-provider.js';
import { ProviderVisits } from './support/provider-visits.js';
import { databaseServer, makeRoom } from './support/run/ask.js';
import { TestService } from './support/service.js';

const START_TIMEOUT = 240_000;
const PASSWORD = 'correct horse battery staple';
const PROJECT = 'prj_default';
const CALLBACK = '/console/development/api/sign-in/oidc/callback';

describe('the Console', () => {
  const service = new TestService({ databaseServer });
  let provider: OidcTestProvider;
  let visits: ProviderVisits;
  let owner: ConsoleBrowser;
  let people = 0;

  beforeAll(async () => {
    await makeRoom();
    provider = await OidcTestProvider.open();
    visits = new ProviderVisits(provider);
    await service.begin({
      CONSOLE_STEP_UP: 'on',
      CONSOLE_OIDC_ISSUER: provider.issuer,
      CONSOLE_OIDC_CLIENT_ID: CONSOLE_CLIENT.id,
      CONSOLE_OIDC_CLIENT_SECRET: CONSOLE_CLIENT.secret,
      CONSOLE_OIDC_ROLES: `owners=owner,readers=${PROJECT}:auditor`,
    });
    owner = browser();
    provider.serve(owner.origin + CALLBACK);
    await visits.signIn(owner, 'ada', ['owners']);
  }, START_TIMEOUT);
  afterAll(() => Promise.all([service.dispose(), provider.close()]), START_TIMEOUT);

  const browser = (environment: 'development' | 'production' = 'development') =>
    new ConsoleBrowser(service.urlOf(environment), environment);

  /** Sends a request with the proof of ada, whom the provider is asked for again. */
  const vouched = async (
    by: ConsoleBrowser,
    method: string,
    path: string,
    body: unknown,
    project?: string,
  ) => {
    const call = { body, ...(project === undefined ? {} : { project }) };
    const { location, challenge_id } = await visits.challenge(by, { method, path, ...call });
    await visits.prove(by, location);
    const proven = await by.post('step-up', { challenge_id });
    return by.call(method, path, { ...call, proof: String(proven.body['proof']) });
  };

  const invite = async (grants: object[]): Promise<string> => {
    const answer = await vouched(owner, 'POST', 'v1/operators', { grants });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return new URL(String(answer.body['invitation_link'])).hash.slice(1);
  };

  const person = () => ({ name: 'Grace', address: `grace-${(people += 1)}@mail.example` });

  /** Somebody who enrolled a passkey. */
  const enrolled = async (grants: object[] = [{ project_id: PROJECT, role: 'admin' }]) => {
    const by = browser();
    const key = new Authenticator(by.origin);
    const who = { token: await invite(grants), ...person() };
    const { body: asked } = await by.post('invitation/passkey/options', who);
    const credential = key.create(asked['options']);
    const answer = await by.post('invitation/passkey', {
      ...who,
      challenge_id: asked['challenge_id'],
      credential,
    });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return { by, key, answer, id: String(answer.body['operator'].id) };
  };

  const signInByPasskey = async (
    by: ConsoleBrowser,
    key: Authenticator,
    how?: object,
  ): Promise<BrowserAnswer> => {
    const { body: asked } = await by.post('sign-in/passkey/options');
    const credential = key.get(asked['options'], how);
    return by.post('sign-in/passkey', { challenge_id: asked['challenge_id'], credential });
  };

  const codeOf = ({ body, status }: BrowserAnswer) => [status, body['error']?.code];
  const issue = { name: 'one', capabilities: ['read'] };

  it('signs in whom the OIDC provider vouches for, with the roles that it gives', async () => {
    const by = browser();
    const moved = await visits.signIn(by, 'ada', ['owners']);
    expect(moved.text).toContain('url=/console/development/records');
    const { body } = await by.get('session');
    expect(body).toMatchObject({
      environment: 'development',
      operator: { name: 'Name of ada', address: 'ada@mail.example', capabilities: ['operator', 'team'] },
      session: { method: 'oidc' },
      step_up: { required: true },
    });
    expect(body['projects'].map(({ id }: { id: string }) => id)).toContain(PROJECT);
    await visits.signIn(by, 'ada', ['readers']);
    expect((await by.get('session')).body['operator'].capabilities).toEqual([]);
    await visits.signIn(by, 'ada', ['owners']);
    for (const stranger of ['eve', 'ada']) {
      const refused = await visits.signIn(browser(), stranger, ['strangers']);
      expect(refused.text).toContain('refused=session.sign_in_failed');
    }
    expect((await by.get('session')).body['operator'].capabilities).toEqual([]);
  });

  it('brings no answer of the provider into a browser that did not ask, or asked already', async () => {
    provider.person = { id: 'ada', groups: ['owners'] };
    const by = browser();
    const begun = await by.get('sign-in/oidc');
    const back = await provider.login(String(begun.headers['location']), by.origin);
    const path = `${back.pathname}${back.search}`;
    const other = browser();
    await other.get(path);
    expect((await other.get('session')).status).toBe(204);
    const cookies = new Map(by.cookies);
    await by.get(path);
    for (const [name, value] of cookies) other.cookies.set(name, value);
    expect((await other.get(path)).text).toContain('refused=session.challenge_invalid');
  });

  it('lets an invited person enrol a passkey once, and sign in by it', async () => {
    const { by, key, answer } = await enrolled();
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(
      /^console-development=[\w-]{86}; Path=\/console\/development; Max-Age=\d+; HttpOnly; SameSite=Strict/,
    );
    expect(answer.body['projects']).toEqual([expect.objectContaining({ id: PROJECT, roles: ['admin'] })]);
    const again = browser();
    expect(codeOf(await signInByPasskey(again, key))).toEqual([200, undefined]);
    expect((await again.get('session')).body['session'].method).toBe('passkey');
    expect((await by.get('keys')).body['data']).toEqual([expect.objectContaining({ kind: 'passkey' })]);
  });

  it('refuses an invitation that was redeemed, and a guessed one', async () => {
    const token = await invite([{ project_id: PROJECT, role: 'auditor' }]);
    const by = browser();
    expect((await by.post('invitation', { token })).body).toMatchObject({ environment: 'development' });
    const redeem = { token, ...person(), password: PASSWORD };
    const both = await Promise.all([
      by.post('invitation/password', redeem),
      browser().post('invitation/password', redeem),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    for (const each of [token, 'x'.repeat(43)]) {
      expect(codeOf(await browser().post('invitation', { token: each }))).toEqual([
        404,
        'operator.invitation_invalid',
      ]);
    }
    const signedIn = await browser().post('sign-in/password', {
      address: redeem.address.toUpperCase(),
      password: PASSWORD,
    });
    expect(codeOf(signedIn)).toEqual([200, undefined]);
    const wrong = await browser().post('sign-in/password', {
      address: redeem.address,
      password: `${PASSWORD}!`,
    });
    const unknown = await browser().post('sign-in/password', {
      address: 'nobody@mail.example',
      password: PASSWORD,
    });
    const plain = ({ body }: BrowserAnswer) => ({ ...body['error'], request_id: '' });
    expect(plain(wrong)).toEqual(plain(unknown));
    expect(wrong.status).toBe(401);
  });

  it('gives nobody an address that another has in another case or form, nor a name that is not seen', async () => {
    const local = `zoë-${(people += 1)}`;
    const redeem = async (name: string, address: string) => {
      const token = await invite([{ project_id: PROJECT, role: 'auditor' }]);
      return browser().post('invitation/password', { token, name, address, password: PASSWORD });
    };
    const first = await redeem('  Zoe\u0308   Ōta ', `${local}@mail.example`);
    expect(first.body['operator']).toMatchObject({ name: 'Zoë Ōta', address: `${local}@mail.example` });
    const same = `${local.normalize('NFD').toUpperCase()}@MAIL.example`;
    expect(codeOf(await redeem('Zoë', same))).toEqual([409, 'operator.address_taken']);
    expect(codeOf(await redeem('Zo\u202eë', 'zoe@mail.example'))).toEqual([400, 'request.invalid']);
    const signedIn = await browser().post('sign-in/password', { address: same, password: PASSWORD });
    expect(codeOf(signedIn)).toEqual([200, undefined]);
  });

  it('refuses assertions that are replayed, unverified, from another page, from a frame or by another key', async () => {
    const { key } = await enrolled();
    const by = browser();
    const { body: asked } = await by.post('sign-in/passkey/options');
    const answer = { challenge_id: asked['challenge_id'], credential: key.get(asked['options']) };
    expect((await by.post('sign-in/passkey', answer)).status).toBe(200);
    expect(codeOf(await browser().post('sign-in/passkey', answer))[0]).toBeGreaterThanOrEqual(401);
    for (const how of [{ verified: false }, { origin: 'https://evil.example' }, { crossOrigin: true }]) {
      expect(codeOf(await signInByPasskey(browser(), key, how))).toEqual([401, 'session.sign_in_failed']);
    }
    expect(codeOf(await signInByPasskey(browser(), new Authenticator(by.origin)))).toEqual([
      401,
      'session.sign_in_failed',
    ]);
    const { body: production } = await browser('production').post('sign-in/passkey/options');
    const crossed = { challenge_id: production['challenge_id'], credential: key.get(production['options']) };
    expect(codeOf(await browser().post('sign-in/passkey', crossed))).toEqual([
      403,
      'session.challenge_invalid',
    ]);
  });

  it('serves the API to a session, in the projects of its operator alone', async () => {
    const { by } = await enrolled();
    expect((await by.get('v1/records', { project: PROJECT })).status).toBe(200);
    const body = { record_id: 'rec_example' };
    const verified = await by.post('v1/records/verify', body, { project: PROJECT });
    expect([verified.status, verified.text]).toEqual([200, expect.stringContaining('rec_example')]);
    expect(verified.headers['cache-control']).toContain('no-store');
    const batch = { records: [body] };
    expect((await by.post('v1/records/verify/batch', batch, { project: PROJECT })).status).toBe(200);
    expect(codeOf(await by.get('v1/records'))).toEqual([403, 'authority.insufficient_scope']);
    const created = await vouched(owner, 'POST', 'v1/projects', { name: 'other' });
    const others = [String(created.body['id']), 'prj_unknown', 'x, y'];
    const refusals = await Promise.all(others.map((project) => by.get('v1/records', { project })));
    expect(refusals.map(codeOf)).toEqual(others.map(() => [404, 'project.not_found']));
    expect((await owner.get('v1/records', { project: others[0] as string })).status).toBe(200);
  });

  it('needs a proof for what changes much: for that act, once', async () => {
    const { by, key } = await enrolled();
    const call = { body: issue, project: PROJECT };
    const path = 'v1/credentials';
    expect(codeOf(await by.call('POST', path, call))).toEqual([403, 'session.step_up_required']);
    const prove = () => by.stepUp('POST', path, call, ({ options }) => ({ credential: key.get(options) }));
    const former = new Map(by.cookies);
    const proof = await prove();
    expect(by.cookies.get('console-development')).not.toBe(former.get('console-development'));
    for (const other of [
      { ...call, body: { ...issue, name: 'two' } },
      { ...call, project: undefined },
    ]) {
      const answer = await by.call('POST', path, {
        body: other.body,
        ...(other.project && { project: other.project }),
        proof,
      });
      expect(answer.status).toBe(403);
    }
    expect(codeOf(await by.call('POST', `${path}?a=1`, { ...call, proof }))).toEqual([
      403,
      'session.challenge_invalid',
    ]);
    const twice = await Promise.all([
      by.call('POST', path, { ...call, proof }),
      by.call('POST', path, { ...call, proof }),
    ]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
    expect(codeOf(await by.call('POST', path, { ...call, proof }))).toEqual([
      403,
      'session.challenge_invalid',
    ]);
    const stranger = await enrolled();
    expect(codeOf(await stranger.by.call('POST', path, { ...call, proof: await prove() }))).toEqual([
      403,
      'session.challenge_invalid',
    ]);
  });

  it('takes requests of its own pages alone', async () => {
    const { by } = await enrolled();
    const refused = [403, 'session.cross_site'];
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': undefined, origin: undefined },
      { 'sec-fetch-site': undefined, origin: 'null' },
      { host: 'evil.example' },
    ]) {
      expect(
        codeOf(
          await by.post('v1/records/verify', { record_id: 'rec_example' }, { project: PROJECT, headers }),
        ),
      ).toEqual(refused);
      expect(codeOf(await by.delete('session', { headers }))).toEqual(refused);
    }
    expect(codeOf(await by.get('v1/records', { headers: { authorization: 'Bearer x' } }))).toEqual([
      401,
      'authentication.invalid',
    ]);
    expect((await by.get('session')).status).toBe(200);
    expect(codeOf(await by.get('/v1/records'))).toEqual([401, 'authentication.missing']);
    const preflight = await by.call('OPTIONS', 'v1/records', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is none of the other environment’s', async () => {
    const { by } = await enrolled();
    const value = String(by.cookies.get('console-development'));
    const crossed = browser('production');
    crossed.cookies.set('console-production', value);
    crossed.cookies.set('console-development', value);
    expect(codeOf(await crossed.get('session'))).toEqual([401, 'session.ended']);
    for (const path of [
      '/console/%64evelopment/api/session',
      '/console//development/api/session',
      '/console/production/../development/api/session',
    ]) {
      expect((await crossed.get(path)).status).toBe(404);
    }
  });

  it('takes no session from outside: a planted cookie, a written row, a copied one', async () => {
    const { by, id } = await enrolled();
    const planted = browser();
    planted.cookies.set('console-development', 'A'.repeat(86));
    expect(codeOf(await planted.get('session'))).toEqual([401, 'session.ended']);
    const victim = await enrolled();
    const former = victim.by.cookies.get('console-development');
    await signInByPasskey(victim.by, victim.key);
    expect(victim.by.cookies.get('console-development')).not.toBe(former);
    planted.cookies.set('console-development', String(former));
    expect(codeOf(await planted.get('session'))).toEqual([401, 'session.ended']);
    await service.sql('UPDATE verify_api.console_sessions SET operator_id = $1 WHERE operator_id = $2', [
      victim.id,
      id,
    ]);
    await eventually(async () => expect(codeOf(await by.get('session'))).toEqual([401, 'session.ended']));
    const rows = await service.sql<{ id: string }>(
      `UPDATE verify_api.operator_keys AS forged SET passkey_id = mine.passkey_id, public_key = mine.public_key
       FROM verify_api.operator_keys AS mine WHERE forged.operator_id = $1 AND mine.operator_id = $2 RETURNING forged.operator_id AS id`,
      [victim.id, id],
    );
    expect(rows).toHaveLength(1);
    expect(codeOf(await signInByPasskey(browser(), victim.key))).toEqual([401, 'session.sign_in_failed']);
  });

  it('ends with its operator, with its key, and when it is ended', async () => {
    const { by, key, id } = await enrolled();
    const second = browser();
    await signInByPasskey(second, key);
    const { body } = await by.get('sessions');
    expect(body['data']).toHaveLength(2);
    const other = body['data'].find(({ current }: { current: boolean }) => !current);
    expect((await by.delete(`sessions/${other.id}`)).status).toBe(200);
    await eventually(async () => expect(codeOf(await second.get('session'))).toEqual([401, 'session.ended']));
    expect(codeOf(await by.delete('sessions/ses_unknown'))).toEqual([404, 'session.not_found']);
    const stranger = await enrolled();
    const { body: theirs } = await stranger.by.get('session');
    for (const other of [String(theirs['session'].id), '%00']) {
      expect(codeOf(await by.delete(`sessions/${other}`))).toEqual([404, 'session.not_found']);
    }
    const removed = await vouched(owner, 'POST', `v1/operators/${id}/remove`, { reason: 'left' });
    expect(removed.status).toBe(200);
    await eventually(async () =>
      expect(codeOf(await by.get('v1/records', { project: PROJECT }))).toEqual([401, 'session.ended']),
    );
    expect(codeOf(await signInByPasskey(browser(), key))).toEqual([401, 'session.sign_in_failed']);
    expect((await stranger.by.delete('session')).status).toBe(200);
    expect((await stranger.by.get('session')).status).toBe(204);
  });

  it('lets a person change its own keys, and keeps this session', async () => {
    const { by, key } = await enrolled();
    const change = async (method: string, path: string, body?: unknown) => {
      const call = body === undefined ? {} : { body };
      const proof = await by.stepUp(method, path, call, ({ options }) => ({ credential: key.get(options) }));
      return by.call(method, path, { ...call, proof });
    };
    expect(codeOf(await by.post('keys/password', { password: PASSWORD }))).toEqual([
      403,
      'session.step_up_required',
    ]);
    expect(codeOf(await change('POST', 'keys/password', { password: 'short' }))).toEqual([
      400,
      'request.invalid',
    ]);
    expect((await change('POST', 'keys/password', { password: PASSWORD })).status).toBe(200);
    const second = new Authenticator(by.origin);
    const { body: asked } = await by.post('keys/passkey/options');
    const made = {
      challenge_id: asked['challenge_id'],
      credential: second.create(asked['options']),
      name: 'Second',
    };
    const added = await change('POST', 'keys/passkey', made);
    expect(added.status).toBe(200);
    expect((await by.get('keys')).body['data'].map(({ kind }: { kind: string }) => kind)).toEqual([
      'passkey',
      'password',
      'passkey',
    ]);
    const other = browser();
    expect((await signInByPasskey(other, second)).status).toBe(200);
    expect((await change('DELETE', `keys/${added.body['thumbprint']}`)).status).toBe(200);
    await eventually(async () => expect(codeOf(await other.get('session'))).toEqual([401, 'session.ended']));
    expect((await by.get('session')).status).toBe(200);
  });

  it('leaves lines in the history, with the operator and the session', async () => {
    const { by, id } = await enrolled();
    const { body } = await by.get('session');
    const found = await by.get('v1/records?limit=1', { project: PROJECT });
    const requestId = String(found.headers['service-request-id']);
    await eventually(async () => {
      const line = await by.get(`v1/interactions/${requestId}`, { project: PROJECT });
      expect(line.body).toMatchObject({
        channel: 'console',
        operation: 'records.list',
        actor: { type: 'operator', id, session: body['session'].id },
      });
    });
    await browser().post('sign-in/password', { address: 'nobody@mail.example', password: PASSWORD });
    const lines = await service.sql<{ lines: string }>(
      `SELECT lines FROM verify_api.interactions WHERE lines LIKE '%sessions.sign_in%' OR lines LIKE '%invitations.redeem%'`,
    );
    const text = lines.map((each) => each.lines).join('');
    expect(text).toContain('session.sign_in_failed');
    expect(text).toContain(id);
    expect(text).not.toContain('mail.example');
  });

  it(
    'forgets an operator that is erased: name, address, keys, sessions and the addresses of its lines',
    async () => {
      const { by, key, answer, id } = await enrolled();
      const { address } = answer.body['operator'];
      const lineOf = async () => {
        const lines = await owner.get(`v1/interactions?subject=${id}&operation=invitations.redeem`);
        return lines.body['data'][0];
      };
      await eventually(async () => expect((await lineOf()).address).toEqual(expect.any(String)));

      const command = 'standalone/commands/erase.js';
      const erased = await service.outcome(command, '--operator', id);
      expect(erased).toMatchObject({
        code: 0,
        output: expect.stringMatching(
          new RegExp(
            `^development: name and address of ${id}, 1 key and 1 session erased\\. [1-9].*\n` +
              `production: there is no operator ${id}\\.\n$`,
          ),
        ),
      });
      await eventually(async () => expect(codeOf(await by.get('session'))).toEqual([401, 'session.ended']));
      expect(codeOf(await signInByPasskey(browser(), key))).toEqual([401, 'session.sign_in_failed']);
      const shown = (await owner.get('v1/operators?limit=100')).body['data'] as { id: string }[];
      expect(shown.find((each) => each.id === id)).toMatchObject({ name: null, address: null });
      expect(await lineOf()).toMatchObject({ address: null, user_agent: null, actor: { id } });
      expect((await owner.get('v1/interactions/check')).body).toMatchObject({ sound: true });
      for (const table of ['operator_profiles', 'operator_keys', 'console_sessions']) {
        const holding = `SELECT FROM verify_api.${table} AS t WHERE position($1 IN t::text) > 0`;
        const texts = table === 'operator_profiles' ? [address] : [id, address];
        for (const text of texts) expect(await service.sql(holding, [text])).toEqual([]);
      }
      expect(await service.outcome(command, '--operator', 'opr_1')).toMatchObject({ code: 1 });

      // As a sign-in leaves it whose roles the owner refused.
      const refused = newId('operator');
      await service.sql(
        `INSERT INTO verify_api.operator_keys (thumbprint, operator_id, kind, issuer, subject) VALUES ($1, $1, 'oidc', 'i', 's')`,
        [refused],
      );
      const codes = [0, 1].map((code) => ({ code }));
      for (const code of codes)
        expect(await service.outcome(command, '--operator', refused)).toMatchObject(code);
    },
    START_TIMEOUT,
  );

  it(
    'refuses settings by which it would mix environments, or lack the half of them',
    async () => {
      const both = {
        CONSOLE_ORIGIN_DEVELOPMENT: 'https://c.example',
        CONSOLE_ORIGIN_PRODUCTION: 'https://c.example:8443',
      };
      expect(await new TestService({ databaseServer }).refusal(both)).toContain(
        'Set CONSOLE_ORIGIN_DEVELOPMENT and CONSOLE_ORIGIN_PRODUCTION to different values',
      );
    },
    START_TIMEOUT,
  );
});
