import type { Ask } from '../ask.ts';
import type { Arriving } from '../load/open-loop.ts';
import { newRecord, registerBatch, registerOne } from '../writes/registering.ts';
import { PATH } from '../verify/verification.ts';

/** Records that callers ask about again and again. */
const HOT = 200;
/** Records in a batch that is verified. */
const VERIFIED_AT_ONCE = 20;

/** What a user's systems do in a second, times a factor. */
export function callersOf(ask: Ask, ids: readonly string[], factor: number): Arriving[] {
  let turn = 0;
  const nextCold = () => ids[HOT + (turn++ % (ids.length - HOT))];
  const expect = async (method: string, path: string, body?: object) => {
    const { status } = await ask(method, path, body);
    if (status !== 200) throw new Error(`${path} was answered ${status}.`);
  };
  return [
    {
      kind: 'verify, hot',
      perSecond: 100 * factor,
      call: () => expect('POST', PATH, { record_id: ids[turn++ % HOT] }),
    },
    {
      kind: 'verify, cold',
      perSecond: 20 * factor,
      call: () => expect('POST', PATH, { record_id: nextCold() }),
    },
    {
      kind: `verify, batch of ${VERIFIED_AT_ONCE}, cold`,
      perSecond: 2 * factor,
      call: () =>
        expect('POST', `${PATH}/batch`, {
          records: Array.from({ length: VERIFIED_AT_ONCE }, () => ({ record_id: nextCold() })),
        }),
    },
    { kind: 'register', perSecond: 10 * factor, call: async () => void (await registerOne(ask)) },
    {
      kind: 'register, batch of 20',
      perSecond: factor,
      call: () => registerBatch(ask, Array.from({ length: 20 }, newRecord)),
    },
    { kind: 'list 20', perSecond: 5 * factor, call: () => expect('GET', '/v1/records?limit=20') },
    {
      kind: 'events of 20',
      perSecond: 2 * factor,
      call: () => expect('GET', '/v1/events?limit=20&cursor=latest'),
    },
  ];
}
