import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { Client } from './support/client.js';
import { ConsoleBrowser } from './support/console-browser.js';
import { ConsoleStream } from './support/console-stream.js';
import { createProject, grant, register } from './support/fixtures.js';
import { CONSOLE_CLIENT, OidcTestProvider } from './support/oidc-provider.js';
import { databaseServer, makeRoom } from './support/run/ask.js';
import { TestService } from './support/service.js';

const START_TIMEOUT = 240_000;
const PROJECT = 'prj_default';
const TOPICS = 'interactions,deliveries,events,log,credentials';
const CALLBACK = '/console/development/api/sign-in/oidc/callback';
/** Milliseconds within which an ended session is told nothing more, on a machine that does other things as well. */
const BOUND = 5_000;

describe('a stream of changes', () => {
  const service = new TestService({ databaseServer });
  let provider: OidcTestProvider;
  let owner: ConsoleBrowser;
  let recordId: string;

  beforeAll(async () => {
    await makeRoom();
    provider = await OidcTestProvider.open();
    await service.begin({
      CONSOLE_OIDC_ISSUER: provider.issuer,
      CONSOLE_OIDC_CLIENT_ID: CONSOLE_CLIENT.id,
      CONSOLE_OIDC_CLIENT_SECRET: CONSOLE_CLIENT.secret,
      CONSOLE_OIDC_ROLES: `owners=owner,workers=${PROJECT}:operator`,
    });
    owner = new ConsoleBrowser(service.baseUrl);
    provider.serve(owner.origin + CALLBACK);
    await signIn(owner, 'ada', 'owners');
    const records = await owner.get('v1/records?limit=1', { project: PROJECT });
    recordId = String(records.body['data'][0].id);
  }, START_TIMEOUT);
  afterAll(() => Promise.all([service.dispose(), provider.close()]), START_TIMEOUT);

  async function signIn(by: ConsoleBrowser, id: string, group: string): Promise<void> {
    provider.person = { id, groups: [group] };
    const begun = await by.get('sign-in/oidc?return_to=/console/development/');
    const back = await provider.login(String(begun.headers['location']), by.origin);
    await by.get(`${back.pathname}${back.search}`, { headers: { 'sec-fetch-site': 'cross-site' } });
  }

  const verify = () => owner.post('v1/records/verify', { record_id: recordId }, { project: PROJECT });
  const issue = () =>
    owner.post('v1/credentials', { name: 'Live', capabilities: ['read'] }, { project: PROJECT });
  const follow = (by: ConsoleBrowser, cursor?: string, topics = TOPICS) =>
    new ConsoleStream(by, `project=${PROJECT}&topics=${topics}`, cursor);

  it('says what changed, and not that somebody read what is new', async () => {
    const stream = follow(owner);
    await stream.opened();
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await owner.get('v1/interactions', { project: PROJECT });
    const { body } = await issue();
    await eventually(() => {
      expect(stream.changes('credentials').flatMap(({ ids }) => ids as string[])).toContain(body['id']);
      expect(stream.changes('events').length).toBeGreaterThan(0);
      expect(stream.changes('log').length).toBeGreaterThan(0);
      expect(stream.changes('interactions').reduce((sum, { count }) => sum + Number(count), 0)).toBe(1);
    });
    stream.close();
    const line = await owner.get('v1/interactions?operation=changes.follow', { project: PROJECT });
    expect(line.body['data'][0]).toMatchObject({ channel: 'console', outcome: 'succeeded' });
  });

  it('is continued by the id of its last message without a gap, and says where it cannot be', async () => {
    const first = follow(owner, undefined, 'events,credentials,interactions');
    const cursor = await first.opened();
    first.close();
    const { body } = await issue();
    await verify();
    let missed: ConsoleStream | undefined;
    await eventually(async () => {
      const stream = follow(owner, cursor, 'events,credentials,interactions');
      await stream.opened();
      stream.close();
      expect(stream.changes('credentials').flatMap(({ ids }) => ids as string[])).toEqual([body['id']]);
      missed = stream;
    });
    expect(missed?.changes('events')).toMatchObject([{ count: 1 }]);
    expect(Number(missed?.changes('interactions')[0]?.['count'])).toBeGreaterThanOrEqual(2);
    const strange = follow(owner, 'nothing-of-this-service', 'events,log');
    await strange.opened();
    // The log may have grown by then.
    const gaps = strange.of('change').slice(0, 2);
    expect(gaps.map(({ data }) => [data['topic'], data['count']])).toEqual([
      ['events', null],
      ['log', null],
    ]);
    strange.close();
  });

  it('and the pages beside it go on while another project floods the API', async () => {
    const anonymous = new Client(service);
    const flooding = await createProject(anonymous.as(service.tokens.development.operator), 'Flooding');
    const { admin } = flooding;
    const own = await register(admin, await grant(admin));
    let isFlooding = true;
    const repeat = async (ask: () => Promise<unknown>) => {
      while (isFlooding) await ask();
    };
    const flood = Array.from({ length: 100 }, (_, index) =>
      repeat(() =>
        index % 2 === 0
          ? admin.get('/v1/records?limit=100')
          : admin.post('/v1/records/verify', { record_id: own }),
      ),
    );
    const stream = follow(owner);
    await stream.opened();
    for (let count = 0; count < 5; count += 1) {
      const pages = await Promise.all([
        owner.get('session'),
        owner.get('v1/records', { project: PROJECT }),
        owner.get(`v1/records/${recordId}`, { project: PROJECT }),
        owner.get('v1/interactions', { project: PROJECT }),
        owner.get('v1/usage', { project: PROJECT }),
        verify(),
      ]);
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    }
    const { body } = await issue();
    await eventually(() =>
      expect(stream.changes('credentials').flatMap(({ ids }) => ids as string[])).toContain(body['id']),
    );
    const another = new ConsoleBrowser(service.baseUrl);
    await signIn(another, 'ada', 'owners');
    expect((await another.get('session')).status).toBe(200);
    isFlooding = false;
    await Promise.all(flood);
    expect(stream.endedAt).toBeNull();
    stream.close();
  });

  it('is refused for what its reader may not read', async () => {
    const worker = new ConsoleBrowser(service.baseUrl);
    await signIn(worker, 'ben', 'workers');
    const refusals = [
      [worker, `project=${PROJECT}&topics=interactions`, 403, 'authority.insufficient_scope'],
      [worker, 'project=prj_strange&topics=log', 404, 'project.not_found'],
      [owner, 'topics=events', 400, 'request.invalid'],
      [owner, `project=${PROJECT}&topics=secrets`, 400, 'request.invalid'],
      [new ConsoleBrowser(service.baseUrl), 'topics=log', 401, 'session.missing'],
    ] as const;
    for (const [by, query, status, code] of refusals) {
      const { status: answered, body } = await by.get(`stream?${query}`, {
        headers: { accept: 'text/event-stream' },
      });
      expect([answered, body['error']?.code]).toEqual([status, code]);
    }
    const four = [1, 2, 3, 4].map(() => follow(worker, undefined, 'log'));
    await Promise.all(four.map((stream) => stream.opened()));
    const fifth = await worker.get('stream?topics=log', { headers: { accept: 'text/event-stream' } });
    expect([fifth.status, fifth.body['error'].code]).toEqual([429, 'stream.too_many']);
    four.forEach((stream) => stream.close());
  });

  it('ends with its session', async () => {
    const worker = new ConsoleBrowser(service.baseUrl);
    await signIn(worker, 'ben', 'workers');
    const stream = follow(worker, undefined, 'events');
    await stream.opened();
    const endedAt = performance.now();
    await worker.delete('session');
    await eventually(() => expect(stream.endedAt).not.toBeNull());
    expect(stream.of('end')).toMatchObject([{ data: { why: 'refused' } }]);
    expect(Number(stream.endedAt) - endedAt).toBeLessThan(BOUND);
  });

  it('ends first of all when the service stops, which then need not wait for it', async () => {
    const stream = follow(owner);
    await stream.opened();
    const began = performance.now();
    await service.end('SIGTERM');
    expect(stream.of('end')).toMatchObject([{ data: { why: 'stopping' } }]);
    expect(Number(stream.endedAt) - began).toBeLessThan(4_000);
  });
});
