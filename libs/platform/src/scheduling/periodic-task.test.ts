import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@service/testing';
import { withinTime } from './in-time.js';
import { PeriodicTask } from './periodic-task.js';

/** Work whose rounds end when the test ends them. */
function heldRounds(pause = 1) {
  const rounds: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const errors: unknown[] = [];
  const work = () => new Promise<void>((resolve, reject) => rounds.push({ resolve, reject }));
  return {
    rounds,
    errors,
    repeated: new PeriodicTask(work, pause, { seen: (error) => errors.push(error), over: () => undefined }),
  };
}

/** Waits for as long as some rounds with the same pause take. */
async function someRounds(): Promise<void> {
  let done = 0;
  const others = new PeriodicTask(async () => void (done += 1), 1, {
    seen: () => undefined,
    over: () => undefined,
  });
  others.start();
  await eventually(() => done > 3);
  await others.stop();
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a periodic task', () => {
  it('waits for longer after each failure in a row, up to its longest pause', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const outcomes = [false, false, false, true, false];
    let rounds = 0;
    const work = async () => {
      await Promise.resolve();
      rounds += 1;
      if (outcomes[rounds - 1] === false) throw new Error('in vain');
    };
    const task = new PeriodicTask(work, 7, { seen: () => undefined, over: () => undefined }, 28);
    task.start();
    await eventually(() => rounds > outcomes.length);
    await task.stop();
    const pauses = timers.mock.calls.flatMap(([, pause]) =>
      [7, 14, 28].includes(Number(pause)) ? [pause] : [],
    );
    timers.mockRestore();
    expect(pauses.slice(0, 6)).toEqual([7, 14, 28, 28, 7, 14]);
  });

  it('repeats its work, one round after the other', async () => {
    const { rounds, repeated } = heldRounds();
    repeated.start();
    await eventually(() => rounds.length === 1);
    await settle();
    expect(rounds).toHaveLength(1);
    rounds[0]?.resolve();
    await eventually(() => rounds.length === 2);
    rounds[1]?.resolve();
    await repeated.stop();
  });

  it('goes on after a round that failed, which is logged', async () => {
    const { rounds, errors, repeated } = heldRounds();
    repeated.start();
    await eventually(() => rounds.length === 1);
    const failure = new Error('failed');
    rounds[0]?.reject(failure);
    await eventually(() => rounds.length === 2);
    expect(errors).toEqual([failure]);
    rounds[1]?.resolve();
    await repeated.stop();
  });

  it('that is woken works at once, and once more if that was during a round', async () => {
    const { rounds, repeated } = heldRounds(600_000);
    repeated.start();
    repeated.wake();
    await eventually(() => rounds.length === 1);
    repeated.wake();
    rounds[0]?.resolve();
    await eventually(() => rounds.length === 2);
    rounds[1]?.resolve();
    await repeated.stop();
  });

  it('works again after the time that a round answers, or only when it is woken', async () => {
    let rounds = 0;
    const outage = { seen: () => undefined, over: () => undefined };
    const task = new PeriodicTask(async () => ((rounds += 1) < 3 ? 1 : Infinity), 600_000, outage);
    task.start(0);
    await eventually(() => rounds === 3);
    await someRounds();
    expect(rounds).toBe(3);
    task.wake();
    await eventually(() => rounds === 4);
    await task.stop();
  });

  it('stops after the round under way, and starts no other', async () => {
    const { rounds, repeated } = heldRounds();
    repeated.start();
    await eventually(() => rounds.length === 1);
    let stopped = false;
    const stopping = repeated.stop().then(() => (stopped = true));
    await settle();
    expect(stopped).toBe(false);
    rounds[0]?.resolve();
    await stopping;
    await someRounds();
    expect(rounds).toHaveLength(1);
  });

  it('that is stopped before the first round does nothing', async () => {
    const { rounds, repeated } = heldRounds();
    repeated.start();
    await repeated.stop();
    await someRounds();
    expect(rounds).toHaveLength(0);
  });
});

describe('work within a time', () => {
  it('is done or not', async () => {
    expect(await withinTime(Promise.resolve(), 60_000)).toBe(true);
    expect(await withinTime(new Promise(() => undefined), 1)).toBe(false);
  });

  it('that fails is not done, and its failure is handled, in time or late', async () => {
    expect(await withinTime(Promise.reject(new Error('failed')), 60_000)).toBe(false);
    let fail = (): void => undefined;
    const late = new Promise((_, reject) => (fail = () => reject(new Error('too late'))));
    expect(await withinTime(late, 1)).toBe(false);
    fail();
    await settle();
  });
});
