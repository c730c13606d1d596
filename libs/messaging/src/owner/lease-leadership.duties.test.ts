import { describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { Replicas, held, watchedDuty } from '../testing/replicas.js';

const replicas = new Replicas();

describe('a duty under a lease', () => {
  it('that cannot begin is ended and retried', async () => {
    let attempts = 0;
    const { duty, reported } = watchedDuty({
      begin: async () => {
        attempts += 1;
        if (attempts < 3) throw new Error('no broker');
      },
    });
    await replicas.start(duty);
    await eventually(() => expect(reported).toEqual(['begun', 'ended', 'begun', 'ended', 'begun']));
    await replicas.renewed();
    expect(attempts).toBe(3);
  });

  it('that takes long to begin does not cost the lease, and is begun once', async () => {
    const beginning = held();
    const { duty, reported } = watchedDuty({ begin: beginning.wait });
    await replicas.start(duty);
    await replicas.renewed();
    await replicas.renewed();
    expect(reported).toEqual(['begun']);
    beginning.finish();
  });

  it('that is stopped while it begins is ended when it has begun', async () => {
    const beginning = held();
    const { duty, reported } = watchedDuty({ begin: beginning.wait });
    const leading = await replicas.start(duty);
    await eventually(() => reported.length === 1);
    const stopping = leading.stop();
    await replicas.renewed();
    expect(reported).toEqual(['begun']);
    beginning.finish();
    await stopping;
    expect(reported).toEqual(['begun', 'ended']);
    expect(await replicas.expiry()).toBeNull();
  });

  it('that does not end cleanly is given up, and so is the lease', async () => {
    const { duty, reported } = watchedDuty({ end: () => Promise.reject(new Error('cannot end')) });
    const leading = await replicas.start(duty);
    await eventually(() => reported.length === 1);
    await leading.stop();
    expect(await replicas.expiry()).toBeNull();
  });

  it('that does not end cleanly when the lease is lost begins again when the lease is free', async () => {
    const { duty, reported } = watchedDuty({ end: () => Promise.reject(new Error('cannot end')) });
    await replicas.start(duty);
    await eventually(() => reported.length === 1);
    await replicas.takeLeaseAway();
    await replicas.freeLease();
    await eventually(() => expect(reported).toEqual(['begun', 'begun']));
  });

  it('is ended once, though the lease is lost while it is stopped', async () => {
    const ending = held();
    let ends = 0;
    const end = () => {
      ends += 1;
      return ending.wait();
    };
    const { duty, reported } = watchedDuty({ end });
    const leadership = replicas.create();
    const leading = await replicas.start(duty, leadership);
    await eventually(() => reported.length === 1);
    const stopping = leading.stop();
    await replicas.takeLeaseAway();
    await eventually(() => !leadership.leads);
    ending.finish();
    await stopping;
    expect(ends).toBe(1);
  });

  it('can be started again after it was stopped', async () => {
    const { duty, reported } = watchedDuty();
    const leading = await replicas.start(duty);
    await eventually(() => reported.length === 1);
    await leading.stop();
    await leading.start();
    await eventually(() => expect(reported).toEqual(['begun', 'ended', 'begun']));
  });
});
