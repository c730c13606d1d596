import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { Peppers } from '../../admission/authentication/peppers/peppers.js';
import { Cursors } from '../../interface/inputs/cursors.js';
import type { GatewayViews } from '../../views/gateway-views.js';
import { LiveStream } from './live-stream.js';
import { LiveStreams, StreamPlaces } from './live-streams.js';

describe('a stream', () => {
  it('writes messages whose ids continue it, and ends with its reason', async () => {
    const stream = new LiveStream(() => undefined);
    stream.begin(['log'], 'one');
    stream.tell({ topic: 'log', count: 3, ids: [] }, 'two');
    stream.beat();
    stream.end('stopping');
    stream.tell({ topic: 'log', count: 1, ids: [] }, 'late');
    const text = (await stream.body.toArray()).map(String).join('');
    expect(text.replace(/"time":"[^"]*"/, '"time":""')).toBe(
      `retry: 2000
id: one
event: ready
data: {"topics":["log"],"time":""}

id: two
event: change
data: {"topic":"log","count":3,"ids":[]}

: still here

event: end
data: {"why":"stopping"}

`,
    );
  });

  it('cuts off a reader who takes nothing, and says so once', async () => {
    let closed = 0;
    const stream = new LiveStream(() => (closed += 1));
    const ids = Array.from({ length: 100 }, (_, index) => `evt_${index}`);
    for (let round = 0; round < 200; round += 1) stream.tell({ topic: 'events', count: 100, ids }, null);
    expect(stream.body.destroyed).toBe(true);
    await new Promise(setImmediate);
    expect(closed).toBe(1);
  });
});

describe('the places of streams', () => {
  const anna = (session: string) => ({ type: 'operator', id: 'opr_anna', session }) as const;

  it('are few for a session and a person, and free again once left', () => {
    const places = new StreamPlaces();
    const taken = Array.from({ length: 4 }, () => places.take(anna('ses_1')));
    expect(places.take(anna('ses_1'))).toBeNull();
    expect(places.take(anna('ses_2'))).not.toBeNull();
    taken[0]?.();
    taken[0]?.();
    expect(places.take(anna('ses_1'))).not.toBeNull();
    expect(places.take(anna('ses_1'))).toBeNull();
  });

  it('of a person are bounded whatever number of sessions there is', () => {
    const places = new StreamPlaces();
    const taken = Array.from({ length: 20 }, (_, index) => places.take(anna(`ses_${index}`)));
    expect(taken.filter((leave) => leave !== null)).toHaveLength(16);
    expect(places.take({ type: 'operator', id: 'opr_ben', session: 'ses_b' })).not.toBeNull();
  });
});

describe('the streams of a process', () => {
  it('are refused at their deadline while nobody can look for changes, and leave their places', async () => {
    const pool = { query: () => new Promise(() => undefined) };
    const views = { heads: { newestSize: 0 } };
    const streams = new LiveStreams(
      pool as unknown as Pool,
      views as unknown as GatewayViews,
      new Cursors(new Peppers(['pepper'])),
      createLogger('silent'),
      1,
    );
    const actor = { type: 'operator', id: 'opr_anna', session: 'ses_1' } as const;
    const reader = {
      projectId: 'prj_1',
      capabilities: ['subscribe', 'read', 'audit'],
      actor,
      requireStillAdmitted: () => undefined,
    } as const;
    for (let count = 0; count < 10; count += 1) {
      const opened = streams.follow(reader, { topics: ['events'], cursor: undefined });
      await expect(opened).rejects.toMatchObject({ code: 'service.unavailable' });
    }
  });
});
