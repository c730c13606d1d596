import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Connection } from './connection.js';

describe('the connection to the service', () => {
  let probes: number;
  let isThere: boolean;
  let connection: Connection;

  beforeEach(() => {
    jest.useFakeTimers();
    [probes, isThere] = [0, false];
    connection = new Connection(() => {
      probes += 1;
      if (isThere) connection.answered(null);
      else connection.lost();
      return Promise.resolve();
    });
  });
  afterEach(() => void jest.useRealTimers());

  it('is probed ever less often while nothing answers, and up at the first answer', async () => {
    for (let call = 0; call < 20; call += 1) connection.lost();
    expect([connection.state.kind, connection.isUp]).toEqual(['down', false]);
    await jest.advanceTimersByTimeAsync(3_600_000);
    // At most every 15 s, and at least every 30 s.
    expect(probes).toBeGreaterThanOrEqual(115);
    expect(probes).toBeLessThanOrEqual(250);
    isThere = true;
    await connection.tryNow();
    expect(connection.state).toEqual({ kind: 'up' });
    const before = probes;
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(probes).toBe(before);
  });

  it('is asked nothing while the browser is offline, whatever comes late', async () => {
    connection.lost();
    connection.setNetwork(false);
    connection.answered('partly');
    connection.lost();
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect([connection.state.kind, probes]).toEqual(['offline', 0]);
    connection.setNetwork(true);
    expect(connection.isUp).toBe(true);
  });

  it('is partly up until a while after the last refusal', async () => {
    connection.answered('partly');
    await jest.advanceTimersByTimeAsync(10_000);
    connection.answered('partly');
    connection.answered(null);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([connection.state.kind, connection.isUp]).toEqual(['partly', true]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(connection.state.kind).toBe('up');
  });

  it('is a restored copy until it was away', async () => {
    connection.answered('copy');
    connection.answered('partly');
    connection.answered(null);
    expect([connection.state.kind, connection.isUp]).toEqual(['copy', true]);
    isThere = true;
    connection.lost();
    await connection.tryNow();
    expect(connection.state.kind).toBe('up');
  });

  it('lets those who wait for it go on, or give up', async () => {
    connection.setNetwork(false);
    const leaving = new AbortController();
    const waits = [connection.whenUp(leaving.signal), connection.whenUp()] as const;
    leaving.abort();
    await waits[0];
    connection.setNetwork(true);
    await waits[1];
  });
});
