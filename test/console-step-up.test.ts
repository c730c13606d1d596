import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleBrowser, namedAct, type BrowserAnswer } from './support/console-browser.js';
import { CONSOLE_CLIENT, OidcTestProvider } from './support/oidc-provider.js';
import { ProviderVisits, linkOf } from './support/provider-visits.js';
import { databaseServer, makeRoom } from './support/run/ask.js';
import { TestService } from './support/service.js';

const START_TIMEOUT = 240_000;
const PROJECT = 'prj_default';
const ACT = {
  method: 'POST',
  path: 'v1/credentials',
  body: { name: 'one', capabilities: ['manage'] },
  project: PROJECT,
};
const NO_PROOF = [403, 'session.step_up_required'];

describe('a proof by an OpenID Connect provider', () => {
  const service = new TestService({ databaseServer });
  let provider: OidcTestProvider;
  let visits: ProviderVisits;

  beforeAll(async () => {
    await makeRoom();
    provider = await OidcTestProvider.open();
    visits = new ProviderVisits(provider);
    await service.begin({
      ENVIRONMENT: 'development',
      CONSOLE_STEP_UP: 'on',
      CONSOLE_OIDC_ISSUER: provider.issuer,
      CONSOLE_OIDC_CLIENT_ID: CONSOLE_CLIENT.id,
      CONSOLE_OIDC_CLIENT_SECRET: CONSOLE_CLIENT.secret,
      CONSOLE_OIDC_ROLES: 'owners=owner',
    });
    provider.serve(`${browser().origin}/console/development/api/sign-in/oidc/callback`);
  }, START_TIMEOUT);
  afterAll(() => Promise.all([service.dispose(), provider.close()]), START_TIMEOUT);

  const browser = () => new ConsoleBrowser(service.urlOf('development'));
  const signedIn = async (id = 'ada') => {
    const by = browser();
    await visits.signIn(by, id, ['owners']);
    return by;
  };
  /** Another browser, with the cookies that somebody took from one. */
  const thiefOf = (by: ConsoleBrowser): ConsoleBrowser => {
    const thief = browser();
    for (const [name, value] of by.cookies) thief.cookies.set(name, value);
    return thief;
  };
  const codeOf = ({ body, status }: BrowserAnswer) => [status, body['error']?.code];
  const expectNoProof = async (by: ConsoleBrowser, challenge_id: string) =>
    expect(codeOf(await by.post('step-up', { challenge_id }))).toEqual(NO_PROOF);

  it('names the act before and after it is given', async () => {
    const by = await signedIn();
    const { location, challenge_id } = await visits.challenge(by, ACT);
    await expectNoProof(by, challenge_id);
    const { before, after } = await visits.prove(by, location);
    for (const page of [before, after]) {
      expect(page.status).toBe(200);
      for (const text of ['Issue a credential', 'Default', 'development']) expect(page.text).toContain(text);
    }
    expect(provider.asked.get('prompt')).toBe('login');
    expect((await by.post('step-up', { challenge_id })).status).toBe(200);
  });

  it('is not given to somebody without a role, who has none here from then on', async () => {
    const by = await signedIn('zoe');
    const { location, challenge_id } = await visits.challenge(by, ACT);
    expect((await visits.prove(by, location, 'zoe', ['strangers'])).after.status).toBe(401);
    await expectNoProof(by, challenge_id);
    expect((await by.get('session')).body['operator'].capabilities).toEqual([]);
  });

  it('is not given in a browser without a session, though the person signs in there', async () => {
    const thief = thiefOf(await signedIn());
    const { location, challenge_id } = await visits.challenge(thief, ACT);
    const victim = browser();
    const { before } = await visits.prove(victim, location);
    expect(before.status).toBe(401);
    expect(victim.cookies.size).toBe(0);
    await expectNoProof(thief, challenge_id);
  });

  it('is not given in a browser whose session ends while it is at the provider', async () => {
    const by = await signedIn();
    const { location, challenge_id } = await visits.challenge(by, ACT);
    const back = await visits.login(by, linkOf(await by.get(location)), 'ada');
    const thief = thiefOf(by);
    by.cookies.delete('console-development');
    expect((await visits.comeBack(by, back)).status).toBe(401);
    await expectNoProof(thief, challenge_id);
  });

  it('is not given in a browser with another session, of the same person or of another', async () => {
    const thief = await signedIn();
    for (const id of ['ada', 'grace']) {
      const { location, challenge_id } = await visits.challenge(thief, ACT);
      const { before } = await visits.prove(await signedIn(id), location, id);
      expect(before.status).toBe(403);
      await expectNoProof(thief, challenge_id);
    }
  });

  it('stays in the browser that proved, also where a thief has the very same session', async () => {
    const by = await signedIn();
    const thief = thiefOf(by);
    const { location, challenge_id } = await visits.challenge(thief, ACT);
    const { after } = await visits.prove(by, location);
    expect(after.text).toContain('Issue a credential');
    await expectNoProof(thief, challenge_id);
  });

  it('takes nothing that the provider answered another browser, nor an answer for another person', async () => {
    const thief = await signedIn();
    const { location, challenge_id } = await visits.challenge(thief, ACT);
    const back = await visits.login(thief, linkOf(await thief.get(location)), 'ada');
    const victim = browser();
    await visits.comeBack(victim, back);
    expect((await victim.get('session')).status).toBe(204);
    await expectNoProof(thief, challenge_id);
    const { after } = await visits.prove(thief, location, 'grace');
    expect(after.status).toBe(401);
    await expectNoProof(thief, challenge_id);
  });

  it.each([
    { path: 'v1/records/verify' },
    { path: 'v1/records/%20harmless/revoke' },
    { path: 'v1/nothing' },
    { method: 'PATCH', path: 'v1/records/rec_example' },
  ])('is not asked for an act that needs none: %j', async (other) => {
    const by = await signedIn();
    const asked = await by.post('step-up/options', namedAct({ ...ACT, ...other }));
    expect(codeOf(asked)).toEqual([400, 'request.invalid']);
  });

  it('is needed to register records, one or many', async () => {
    const by = await signedIn();
    const record = { authority_id: 'aut_example', origin: 'https://registry.example/1', content: 'one' };
    for (const [path, body] of [
      ['v1/records', record],
      ['v1/records/batch', { records: [record] }],
    ] as const) {
      expect(codeOf(await by.post(path, body, { project: PROJECT }))).toEqual(NO_PROOF);
      const { location, challenge_id } = await visits.challenge(by, {
        method: 'POST',
        path,
        body,
        project: PROJECT,
      });
      await visits.prove(by, location);
      const { body: proven } = await by.post('step-up', { challenge_id });
      const answer = await by.post(path, body, { project: PROJECT, proof: proven['proof'] });
      expect([answer.status, answer.text]).toEqual([path === 'v1/records' ? 201 : 200, expect.any(String)]);
    }
  });
});
