import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import pg from 'pg';
import { describeService } from '../support/describe-service.js';
import { grant, register } from '../support/fixtures.js';
import { loginOf } from '../support/login-of.js';
import { Receiver } from '../support/receiver.js';
import { AlertWatch, PATIENCE, scrapeOf } from './support/alert-watch.ts';

const TIMEOUT = 300_000;
/** Milliseconds: an answer after these is late. */
const LATE = 5_500;

/** A client whose transactions may stay idle: the server of the tests ends others after a minute. */
async function openIdleClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SET idle_in_transaction_session_timeout = 0');
  return client;
}

const env = { SCRUB_LOAD_PERCENT: '100', LOG_LEVEL: 'error' };

describeService({ name: 'the alerts of a running service', env }, (service, fixture) => {
  let receiver: Receiver;
  const watch = new AlertWatch(() => scrapeOf(service));
  const subscribe = async (answer: () => Promise<number>) => {
    const path = receiver.newPath();
    receiver.on(path, (_, response) => void answer().then((status) => response.writeHead(status).end()));
    const wanted = { endpoint: receiver.url(path), categories: ['authority'] };
    const { status, body } = await fixture.admin.post('/v1/subscriptions', wanted);
    expect(status).toBe(201);
    return { path, id: String(body['id']) };
  };

  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.stop());

  it('are quiet while nothing is wrong', () => watch.expectHealthy(), TIMEOUT);

  it(
    'say of a row that somebody changed that stored data differs, until its view is rebuilt',
    async () => {
      const id = await register(fixture.admin, fixture.authorityId);
      await service.sql(`UPDATE verify_api_records.records SET origin = 'forged' WHERE id = $1`, [id]);
      await watch.expectExactly(['ScrubFindings']);
      await service.command('verify-api/commands/rebuild.js', 'records');
      await watch.expectHealthy();
    },
    TIMEOUT,
  );

  it(
    'say that a stream is parked',
    async () => {
      const parked = `consumer = 'records' AND stream_id = 'rec_parked'`;
      await service.sql(
        `INSERT INTO verify_api_records.parked_streams (consumer, stream_id, version, cause)
         VALUES ('records', 'rec_parked', 1, 'a test')`,
      );
      await watch.expectExactly(['DeadLetters']);
      expect(await service.command('standalone/commands/dead-letters.js')).toContain('rec_parked');
      await service.sql(`DELETE FROM verify_api_records.parked_streams WHERE ${parked}`);
      await watch.expectHealthy();
    },
    TIMEOUT,
  );

  it(
    'say nothing of an endpoint that fails, and that deliveries are overdue where nobody attempts them',
    async () => {
      const failing = await subscribe(() => Promise.resolve(500));
      await Promise.all(Array.from({ length: 8 }, () => grant(fixture.admin)));
      await eventually(() => expect(receiver.at(failing.path).length).toBeGreaterThan(4), PATIENCE);
      await service.sql(
        `UPDATE webhook_dispatcher.queues SET due = due - interval '1 hour' WHERE subscription_id = $1`,
        [failing.id],
      );
      expect(await watch.firing()).toEqual([]);
      const sound = await subscribe(() => Promise.resolve(200));
      // No dispatcher can claim a queue.
      await service.sql(
        'ALTER TABLE webhook_dispatcher.queues ADD CONSTRAINT unclaimed CHECK (NOT leased) NOT VALID',
      );
      await grant(fixture.admin);
      await eventually(async () => {
        const rows = await service.sql(
          `UPDATE webhook_dispatcher.queues SET due = due - interval '10 minutes'
           WHERE subscription_id = $1 RETURNING due`,
          [sound.id],
        );
        expect(rows).toHaveLength(1);
      }, PATIENCE);
      await watch.expectExactly(['DeliveriesOverdue']);
      await service.sql('ALTER TABLE webhook_dispatcher.queues DROP CONSTRAINT unclaimed');
      for (const { id } of [failing, sound])
        await fixture.admin.post(`/v1/subscriptions/${id}/disable`, { reason: 'a test' });
      await watch.expectHealthy();
    },
    TIMEOUT,
  );

  it(
    'say that first attempts are late where an endpoint answers after five seconds',
    async () => {
      const late = await subscribe(() => new Promise((answer) => setTimeout(answer, LATE, 200)));
      await grant(fixture.admin);
      await watch.expectExactly(['DeliveryBudgetFast', 'DeliveryBudgetSlow']);
      await fixture.admin.post(`/v1/subscriptions/${late.id}/disable`, { reason: 'a test' });
      await watch.expectHealthy();
    },
    TIMEOUT,
  );

  it(
    'say that the history is not sealed',
    async () => {
      await service.sql(
        'ALTER TABLE verify_api.history_seals ADD CONSTRAINT unsealed CHECK (false) NOT VALID',
      );
      await fixture.reader.get('/v1/projects/current');
      await watch.expectExactly(['SealLag']);
      await service.sql('ALTER TABLE verify_api.history_seals DROP CONSTRAINT unsealed');
      await watch.expectHealthy();
    },
    TIMEOUT,
  );

  describe('while somebody holds a lock', () => {
    let client: pg.Client;
    beforeAll(async () => {
      client = await openIdleClient(loginOf(service, 'credential_authority'));
    });
    afterAll(() => client.end());

    /** Sends a request again and again, thirty at a time, while nobody else reads or writes the table. */
    async function whileLocked(table: string, ask: () => Promise<unknown>, expectation: () => Promise<void>) {
      let isOver = false;
      const send = async () => {
        while (!isOver) await ask();
      };
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const sending = Array.from({ length: 30 }, send);
      try {
        await expectation();
      } finally {
        isOver = true;
        await client.query('ROLLBACK');
        await Promise.all(sending);
      }
      await watch.expectHealthy();
    }

    it(
      'say of the checkpoints that they are old, and that verifications are not answered',
      () =>
        whileLocked(
          'record_store.log_head',
          () => fixture.verifier.once.post('/v1/records/verify', { record_id: 'rec_example' }),
          () => watch.expectAmong(['LogHeadOldOrAbsent', 'VerifyBudgetFast', 'VerifyBudgetSlow']),
        ),
      TIMEOUT,
    );

    it(
      'say of the view of records that queries wait for connections',
      () =>
        whileLocked(
          'verify_api_records.records',
          () => fixture.reader.once.get('/v1/records'),
          () => watch.expectExactly(['PoolExhausted']),
        ),
      TIMEOUT,
    );
  });

  describe('while a transaction stays open', () => {
    let client: pg.Client;
    beforeAll(async () => {
      client = await openIdleClient(loginOf(service, 'credential_authority'));
      await client.query('BEGIN');
      await client.query('SELECT pg_current_xact_id()');
    });
    afterAll(() => client.end());

    it(
      'name it until it is ended, and then what it held back',
      async () => {
        const held = Promise.all([
          fixture.admin.once.post('/v1/credentials', { name: 'late', capabilities: ['read'] }),
          fixture.admin.once.post('/v1/records', {
            authority_id: fixture.authorityId,
            origin: 'https://registry.example/late',
            content: 'late',
          }),
        ]);
        // What is late by five seconds is refused.
        await watch.expectAmong([
          'OldTransaction',
          'FeedLate',
          'FeedOld',
          'VerifyBudgetFast',
          'VerifyBudgetSlow',
        ]);
        await held;
        // As its runbook says.
        const [holder] = await service.sql<{ pid: number }>(
          'SELECT pid FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND datname = current_database() ORDER BY xact_start LIMIT 1',
        );
        await service.sql('SELECT pg_terminate_backend($1)', [holder?.pid]);
        // What it held back has come late.
        await watch.expectExactly(['RevocationBudgetFast', 'RevocationBudgetSlow']);
        await watch.expectHealthy();
      },
      TIMEOUT,
    );
  });

  it(
    'say that the log refuses to go on where its database is another, and nothing when that is put back',
    async () => {
      await service.end('SIGTERM');
      await service.sql('UPDATE record_store.log_head SET tree_size = tree_size + 1');
      await service.begin();
      await watch.expectExactly(['LogHeadOldOrAbsent', 'LogRefused', 'ScrubFindings']);
      await service.end('SIGTERM');
      await service.sql('UPDATE record_store.log_head SET tree_size = tree_size - 1');
      await service.begin();
      await watch.expectHealthy();
    },
    TIMEOUT,
  );

  it(
    'say that a published event was forged',
    async () => {
      await register(fixture.admin, fixture.authorityId);
      const tamper = `SET session_replication_role = replica;
        UPDATE webhook_dispatcher.published_events SET body = set_byte(body, 0, 255)`;
      await eventually(async () => {
        await service.sql(tamper);
        expect((await fixture.admin.once.get('/v1/events')).status).toBe(503);
      }, PATIENCE);
      await watch.expectAmong(['ForgedData']);
    },
    TIMEOUT,
  );

  it('say that the service is gone', async () => {
    expect(await watch.alertsSince(new Map())).toEqual(['AppAbsent']);
  });
});
