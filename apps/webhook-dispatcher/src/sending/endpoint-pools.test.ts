import { buildConnector } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { AnswerReader } from './answer-reader.js';
import { EndpointPools } from './endpoint-pools.js';
import { httpReceiver, rawReceiver } from './testing/receivers.js';

const MINUTE = 60_000;
const REQUEST = { path: '/', method: 'POST', body: '{}' } as const;

let stack: AsyncDisposableStack;
let pools: EndpointPools;
beforeEach(() => {
  stack = new AsyncDisposableStack();
  pools = stack.adopt(new EndpointPools(() => buildConnector({})), (all) => all.close());
});
afterEach(() => stack.disposeAsync());

async function post(origin: string) {
  return pools.using(origin, (pool) => {
    const reader = new AnswerReader();
    pool.dispatch(REQUEST, reader);
    return reader.ended;
  });
}

describe('the connections to an endpoint', () => {
  it('are closed a minute after its last use, and opened again at the next use', async () => {
    const receiver = stack.use(await httpReceiver((_request, response) => response.end()));
    const origin = `http://127.0.0.1:${receiver.port}`;
    expect((await post(origin)).status).toBe(200);
    pools.closeUnused(performance.now() + MINUTE - 1_000);
    expect([pools.size, receiver.sockets.size]).toEqual([1, 1]);
    pools.closeUnused(performance.now() + MINUTE);
    expect(pools.size).toBe(0);
    await eventually(() => expect(receiver.sockets.size).toBe(0));
    expect((await post(origin)).status).toBe(200);
  });

  it('stay open while a request is under way', async () => {
    const receiver = stack.use(await rawReceiver(() => {}));
    const answered = post(`http://127.0.0.1:${receiver.port}`);
    await eventually(() => expect(receiver.connections).toBe(1));
    pools.closeUnused(performance.now() + 10 * MINUTE);
    expect(pools.size).toBe(1);
    await pools.close();
    expect(await answered).toMatchObject({ status: null, error: 'closed_early' });
  });

  it('never carry a request that was stopped before they were established', async () => {
    let requests = 0;
    const receiver = stack.use(
      await httpReceiver((_request, response) => response.end(String((requests += 1)))),
    );
    const origin = `http://127.0.0.1:${receiver.port}`;
    await pools.using(origin, async (pool) => {
      const reader = new AnswerReader();
      pool.dispatch(REQUEST, reader);
      reader.stop('timeout');
      expect(await reader.ended).toMatchObject({ status: null, error: 'timeout' });
    });
    await eventually(() => expect(receiver.connections).toBe(1));
    expect(await post(origin)).toMatchObject({ answer: '1' });
  });

  it('are closed for thousands of unused endpoints', async () => {
    for (let count = 0; count < 1_000; count += 1) {
      await pools.using(`https://endpoint-${count}.example`, () => Promise.resolve());
    }
    expect(pools.size).toBe(1_000);
    pools.closeUnused(performance.now() + MINUTE);
    expect(pools.size).toBe(0);
  });
});
