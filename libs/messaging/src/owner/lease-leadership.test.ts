import { describe, expect, it } from '@jest/globals';
import { requireLease, type Lease } from '@service/event-store';
import { eventually } from '@service/testing';
import type { Pool } from 'pg';
import { Replicas, SHORT, held, watchedDuty } from '../testing/replicas.js';

const replicas = new Replicas();

describe('of two replicas', () => {
  it('one does its duty, under a lease that its writes can check', async () => {
    const { first, second } = await replicas.startTwo();
    await replicas.renewed();
    expect([first.reported, second.reported]).toEqual([['begun'], []]);
    const client = await replicas.database.pool.connect();
    await requireLease(client, first.leases[0] as Lease);
    client.release();
  });

  it('the first releases its lease when it stops', async () => {
    const { duty, reported } = watchedDuty();
    const leading = await replicas.start(duty);
    await eventually(() => reported.length === 1);
    await leading.stop();
    expect(await replicas.expiry()).toBeNull();
  });

  it('the other begins when the first stops', async () => {
    const { first, second, leader } = await replicas.startTwo();
    await leader.stop();
    expect(first.reported).toEqual(['begun', 'ended']);
    await eventually(() => expect(second.reported).toEqual(['begun']));
    expect(second.leases[0]?.epoch).toBe('2');
  });

  it('the other begins when the first resigns, though its duties have not been stopped', async () => {
    const [first, second] = [watchedDuty(), watchedDuty()];
    const leadership = replicas.create();
    const leading = await replicas.start(first.duty, leadership);
    await eventually(() => first.reported.length === 1);
    await replicas.start(second.duty);
    await leadership.resign();
    expect(first.reported).toEqual(['begun', 'ended']);
    await eventually(() => expect(second.reported).toEqual(['begun']));
    await leading.stop();
    expect([first.reported, second.leases[0]?.epoch]).toEqual([['begun', 'ended'], '2']);
  });

  it('a lost one is replaced by the other', async () => {
    const pool = replicas.database.openPool(2, 'lost');
    const [lost, second] = [watchedDuty(), watchedDuty()];
    await replicas.start(lost.duty, replicas.create(pool, SHORT));
    await eventually(() => lost.reported.length > 0);
    await replicas.start(second.duty);
    await pool.end();
    await eventually(() => expect(second.reported).toEqual(['begun']));
    await eventually(() => expect(lost.reported).toEqual(['begun', 'ended']));
  });

  it('one that never led has nothing to end', async () => {
    const { first, second, standby } = await replicas.startTwo();
    await standby.stop();
    expect([first.reported, second.reported]).toEqual([['begun'], []]);
  });
});

describe('a leader', () => {
  it('whose lease is taken away ends its duty, and begins it again when the lease is free', async () => {
    const { duty, reported, leases } = watchedDuty();
    await replicas.start(duty);
    await eventually(() => reported.length === 1);
    await replicas.takeLeaseAway();
    await eventually(() => expect(reported).toEqual(['begun', 'ended']));
    await replicas.freeLease();
    await eventually(() => expect(reported).toEqual(['begun', 'ended', 'begun']));
    expect(leases.map((lease) => lease?.epoch)).toEqual(['1', '3']);
  });

  it('without an answer from its database ends its duty', async () => {
    const { pool: answering } = replicas.database;
    let silent = false;
    const query = (...args: [string, unknown[]]) =>
      silent ? new Promise(() => undefined) : answering.query(...args);
    const { duty, reported } = watchedDuty();
    await replicas.start(duty, replicas.create({ query } as unknown as Pool, SHORT));
    await eventually(() => reported.length === 1);
    silent = true;
    await eventually(() => expect(reported).toEqual(['begun', 'ended']));
    silent = false;
  });

  it('keeps its lease until the last of its duties has ended', async () => {
    const ending = held();
    const slow = watchedDuty({ end: ending.wait });
    const [quick, standby] = [watchedDuty(), watchedDuty()];
    const leadership = replicas.create();
    const leading = [
      await replicas.start(slow.duty, leadership, 'slow'),
      await replicas.start(quick.duty, leadership, 'quick'),
    ];
    await eventually(() => expect([slow.reported, quick.reported]).toEqual([['begun'], ['begun']]));
    await replicas.start(standby.duty);
    const stopping = Promise.all(leading.map((each) => each.stop()));
    await eventually(() => expect(quick.reported).toEqual(['begun', 'ended']));
    await replicas.renewed();
    expect(standby.reported).toEqual([]);
    ending.finish();
    await stopping;
    await eventually(() => expect(standby.reported).toEqual(['begun']));
  });
});
