import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import pg from 'pg';
import type { Answer, Client } from './support/client.js';
import { queryDatabase } from './support/databases.js';
import { describeService } from './support/describe-service.js';
import { issue, register } from './support/fixtures.js';
import { loginOf } from './support/login-of.js';

/** Milliseconds after which nothing is answered from a view that may miss something. */
const STALE_AFTER = 5_000;
const PREPARED = 'forgotten';

describeService('a transaction that stays open', (service, fixture) => {
  const clients: pg.Client[] = [];
  let prepared = false;
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
    if (prepared) await queryDatabase(otherDatabase(), `ROLLBACK PREPARED '${PREPARED}'`);
    prepared = false;
  });

  const otherDatabase = () => Object.assign(new URL(service.databaseUrl()), { pathname: '/postgres' }).href;

  /** A transaction that has an id, until its connection ends. */
  async function holdId(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    clients.push(client);
    await client.connect();
    await client.query('SET idle_in_transaction_session_timeout = 0; BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    return client;
  }

  const newToken = () => issue(fixture.admin.once, { capabilities: ['verify', 'read'] });

  const verify = (client: Client, id: string) => client.post('/v1/records/verify', { record_id: id });
  const revoke = async (path: string): Promise<void> => {
    const { status } = await fixture.admin.once.post(`${path}/revoke`, { reason: 'for the test' });
    expect(status).toBe(200);
  };
  const outcome = ({ status, body }: Answer) => [status, body['error']?.code ?? body['record']?.state];

  const inOtherDatabase = () => holdId(otherDatabase());
  const ofOtherRole = () => holdId(service.databaseUrl());

  it.each([
    ['in another database', inOtherDatabase, false],
    ['of a role that is none of the apps’', ofOtherRole, false],
    ['prepared in another database', inOtherDatabase, true],
  ])('%s delays no revocation and no new token', async (_, hold, isPrepared) => {
    const [token, record] = [await newToken(), await register(fixture.admin, fixture.authorityId)];
    expect(outcome(await verify(token.client, record))[0]).toBe(200);
    const holder = await hold();
    if (isPrepared) await holder.query(`PREPARE TRANSACTION '${PREPARED}'`);
    prepared = isPrepared;
    await revoke(`/v1/credentials/${token.id}`);
    expect(outcome(await verify(token.client, record))).toEqual([401, 'credential.revoked']);
    await revoke(`/v1/records/${record}`);
    const other = await newToken();
    expect(outcome(await verify(other.client, record))).toEqual([200, 'revoked']);
  });

  const ready = async () => {
    const answer = await fetch(`${service.adminUrl}/readyz`);
    return { status: answer.status, body: (await answer.json()) as object };
  };

  /** The stale feed is named by a process that is ready all the same, and is a metric. */
  async function expectNamed(): Promise<void> {
    const feeds = expect.stringContaining('verify_api_records.records');
    expect(await ready()).toEqual({ status: 200, body: { status: 'ok', warnings: { feeds } } });
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
    const [, age] =
      /rvs_event_feed_age_seconds\{[^}]*verify_api_records\.records"\} (\S+)/.exec(metrics) ?? [];
    expect(Number(age)).toBeGreaterThan(STALE_AFTER / 1_000);
  }

  describe('of an app', () => {
    it('ends all answers from what it may have changed, until it ends itself', async () => {
      const [token, other] = [await newToken(), await newToken()];
      const record = await register(fixture.admin, fixture.authorityId);
      expect(outcome(await verify(token.client, record))[0]).toBe(200);
      const holders = await Promise.all(
        ['credential_authority', 'record_store'].map((app) => holdId(loginOf(service, app))),
      );
      await Promise.all([revoke(`/v1/credentials/${token.id}`), revoke(`/v1/records/${record}`)]);
      const revokedAt = performance.now();
      const late: unknown[] = [];
      await eventually(async () => {
        const askedAt = performance.now();
        const answer = await verify(token.client, record);
        if (askedAt > revokedAt + STALE_AFTER && answer.status !== 503) late.push(outcome(answer));
        // An earlier 503 may have another cause, such as an old head of the log.
        expect(askedAt).toBeGreaterThan(revokedAt + STALE_AFTER);
        expect(outcome(answer)).toEqual([503, 'service.unavailable']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      });
      expect(late).toEqual([]);
      const unknown = fixture.admin.as(`${service.tokens.development.read.slice(0, -1)}x`).once;
      for (const answer of [
        await verify(other.client, record),
        await other.client.get(`/v1/records/${record}`),
        await other.client.get('/v1/records/rec_01890a5d-ac96-774b-bcce-b302099a8057'),
        await other.client.get('/v1/projects'),
        await unknown.get('/v1/records'),
      ])
        expect(outcome(answer)).toEqual([503, 'service.unavailable']);
      if (!service.distributed) await expectNamed();

      await Promise.all(holders.map((holder) => holder.query('ROLLBACK')));
      await eventually(async () => {
        expect(outcome(await verify(token.client, record))).toEqual([401, 'credential.revoked']);
        expect(outcome(await verify(other.client, record))).toEqual([200, 'revoked']);
      });
      if (!service.distributed)
        await eventually(async () => expect((await ready()).body).toEqual({ status: 'ok' }));
    });
  });
});
