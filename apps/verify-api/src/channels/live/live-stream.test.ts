import { describe, expect, it } from '@jest/globals';
import { LiveStream } from './live-stream.js';
import { StreamPlaces } from './live-streams.js';

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
