import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseTrust, verifyBundle, type Checkpoint } from '@service/evidence';
import { eventually } from '@service/testing';
import { CheckedLog } from './support/checked-log.js';
import { DatabaseMachine } from './support/database-machine.js';
import { describeService } from './support/describe-service.js';
import { idOf } from './support/fixtures.js';
import { Forwarder } from './support/forwarder.js';
import { Receiver } from './support/receiver.js';

let root: string;
/** The machines: at first `one` is the primary, and `two` its synchronous standby. */
let one: DatabaseMachine;
let two: DatabaseMachine;
let address: Forwarder;

/** Where the service finds the primary, whichever it is. */
const databaseServer = async () => {
  root = await mkdtemp(join(tmpdir(), 'machines-'));
  one = await DatabaseMachine.primary(root, 'one');
  two = await one.addStandby('two');
  await one.waitFor(two);
  address = await Forwarder.to(one.port);
  return Object.assign(new URL(one.url), { port: String(address.port) }).href;
};

const env = { REQUEST_DEADLINE_SECONDS: '2' };
const name = 'a service whose database has a synchronous standby';

describeService({ name, embedded: true, databaseServer, env }, (service, fixture) => {
  const log = new CheckedLog(service);
  let receiver: Receiver;
  let endpoint: string;
  /** Ids of the records whose registration was answered, and their evidence of that time. */
  const answered: string[] = [];
  const bundles: string[] = [];
  /** Checkpoints that anybody may have kept. */
  const kept: Checkpoint[] = [];

  beforeAll(async () => {
    receiver = await Receiver.start();
    endpoint = receiver.newPath();
    const subscription = { endpoint: receiver.url(endpoint), categories: ['record'] };
    expect((await fixture.admin.post('/v1/subscriptions', subscription)).status).toBe(201);
  });
  afterAll(async () => {
    await receiver.stop();
    address.stop();
    for (const machine of [one, two]) await machine.end();
    await rm(root, { recursive: true, maxRetries: 5 });
  });

  const write = (external_id: string) =>
    fixture.admin.once.post(
      '/v1/records',
      { authority_id: fixture.authorityId, origin: 'o', content: 'c', external_id },
      { 'idempotency-key': `"${external_id}"` },
    );
  const verify = (record_id: string) => fixture.verifier.once.post('/v1/records/verify', { record_id });

  /** Expects that records can be registered, verified and proven. */
  const expectService = async (prefix: string) => {
    for (let count = 0; count < 5; count += 1) {
      const external_id = count === 0 ? prefix : `${prefix}-${count}`;
      // The first answers after an outage may be 503.
      answered.push(await eventually(async () => idOf(await write(external_id))));
    }
    const id = answered.at(-1) ?? '';
    await eventually(async () => expect((await verify(id)).status).toBe(200));
    await eventually(async () => {
      const { status, text } = await fixture.verifier.once.get(`/v1/records/${id}/evidence`, {
        prefer: 'wait=5',
      });
      expect(status).toBe(200);
      bundles.push(text);
    });
    kept.push(await log.checkpoint());
  };

  /** Expects that everything that was answered is there, and proven by the log as it is now. */
  const expectNothingLost = async () => {
    const trust = parseTrust(await (await log.fetch('keys')).text());
    for (const bundle of bundles) expect(verifyBundle(bundle, trust)).toMatchObject({ ok: true });
    for (const id of answered) {
      // A view that stood still while the standby was away may pass its greatest age before it moves again.
      await eventually(async () => {
        const { status, body } = await verify(id);
        expect([status, body['evidence']?.provenance.verified]).toEqual([200, true]);
      });
    }
    const now = await log.checkpoint();
    await log.entries(now);
    for (const before of kept) expect(await log.isConsistent(before, now)).toBe(true);
  };

  const delivered = () => receiver.at(endpoint).map(({ event }) => String(event['record_id']));
  const expectDelivered = () =>
    eventually(() => expect(delivered()).toEqual(expect.arrayContaining(answered)));

  const waiting = `pg_stat_activity WHERE wait_event = 'SyncRep'`;
  /** Resolves when the transparency log waits for the standby: with a batch, or where it is opened. */
  const untilLogWaits = () =>
    eventually(async () => {
      const text = `SELECT FROM ${waiting} AND application_name = 'record-store' AND query ~ 'log_state|^COMMIT'`;
      expect(await one.query(text)).not.toHaveLength(0);
    });

  it('answers nothing that only one machine has while the standby is away, and goes on by itself', async () => {
    await expectService('before');
    await expectDelivered();
    expect(await one.standing(two)).toBe('sync');
    await two.kill();
    // What both machines have: a seal that the standby still confirmed may be published later.
    const [state] = await service.sql<{ size: string }>('SELECT size FROM record_store.log_state');
    const expectNothing = async () => {
      const list = fixture.reader.once.get('/v1/records?external_id=away');
      for (const { status, body } of await Promise.all([write('away'), verify(answered[0] ?? ''), list])) {
        expect([status, body['error']?.code]).toEqual([503, 'service.unavailable']);
      }
      expect((await log.checkpoint()).size).toBeLessThanOrEqual(Number(state?.size));
      expect(delivered()).toHaveLength(answered.length);
    };
    await expectNothing();
    // PostgreSQL reports success for a commit whose wait is cancelled.
    const cancelling = setInterval(() => {
      void one.query(`SELECT pg_cancel_backend(pid) FROM ${waiting}`);
    }, 20);
    await expectNothing();
    clearInterval(cancelling);
    // What waits is committed by the primary, and seen by all where its waiting ends with its connection or in a crash.
    await one.query(`SELECT pg_terminate_backend(pid) FROM ${waiting}`);
    await untilLogWaits();
    await one.kill();
    await one.start();
    await untilLogWaits();
    await expectNothing();
    await two.start();
    await expectService('away');
    await expectNothingLost();
    const { body } = await fixture.reader.get('/v1/records?external_id=away');
    expect(body['data']).toHaveLength(1);
  }, 120_000);

  it('loses nothing that was answered where the primary dies and the standby is promoted', async () => {
    await eventually(async () => expect(await one.standing(two)).toBe('sync'));
    await one.kill();
    await two.promote();
    await two.waitFor();
    address.pointTo(two.port);
    await expectService('promoted');
    await expectNothingLost();
    await expectDelivered();
  }, 120_000);

  it('fails back to the old primary, once that has followed the new one', async () => {
    await one.follow(two);
    await two.waitFor(one);
    await eventually(async () => expect(await two.standing(one)).toBe('sync'));
    await expectService('followed');
    await two.stop();
    await one.promote();
    address.pointTo(one.port);
    await expectService('back-again');
    await expectNothingLost();
    await expectDelivered();
  }, 120_000);
});
