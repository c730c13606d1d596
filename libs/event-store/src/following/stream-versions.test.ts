import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventLog } from '../log/event-log.js';
import type { RecordedEvent } from '../log/events.js';
import { freshLogForEachTest, rowsOf, toStream } from '../testing/fresh-log.js';
import { SIGNATURE } from '../testing/new-event.js';
import { atEpoch, recordVersions, selectNewer } from './stream-versions.js';
import { inTransaction } from './transaction.js';

const fresh = freshLogForEachTest();
let log: EventLog;

beforeEach(() => {
  log = new EventLog(fresh.database.pool, fresh.schema);
});

const consumer = (name = 'consumer') => ({ name, schema: fresh.schema });

/** A stream with some versions in the log, as a feed delivers them under an epoch. */
async function stream(id: string, versions: number, epoch = 1): Promise<RecordedEvent[]> {
  for (let expected = 0; expected < versions; expected += 1) {
    await fresh.store.append(toStream(id, expected, { n: expected + 1 }));
  }
  return atEpoch(await log.readAfter(new Map([[id, 0]])), epoch);
}

/** Some events of a stream, in the order of these versions. */
const pick = (events: readonly RecordedEvent[], ...versions: number[]): RecordedEvent[] =>
  versions.flatMap((version) => events.filter((event) => event.version === version));

/** The events of a batch that a consumer applies, as `stream@epoch/version`. */
async function take(events: readonly RecordedEvent[], name?: string): Promise<string[]> {
  const newer = await inTransaction(fresh.database.pool, 'BEGIN', async (client) => {
    const taken = await selectNewer(client, log, consumer(name), events);
    await recordVersions(client, consumer(name), taken);
    return taken;
  });
  return newer.map(({ stream_id, version, position }) => `${stream_id}@${position.epoch}/${version}`);
}

const park = (streamId: string): Promise<unknown> =>
  fresh.database.pool.query(
    `INSERT INTO ${fresh.schema}.parked_streams (consumer, stream_id, version, cause) VALUES ($1, $2, 1, '')`,
    ['consumer', streamId],
  );

describe('of the events that a feed delivers', () => {
  it('one is applied once, however often it comes, within a batch and after it', async () => {
    const a = await stream('a', 2);
    expect(await take([...a, ...a])).toEqual(['a@1/1', 'a@1/2']);
    expect(await take(a)).toEqual([]);
  });

  it('each consumer applies all', async () => {
    const a = await stream('a', 1);
    await take(a);
    expect(await take(a, 'another')).toEqual(['a@1/1']);
  });

  it('those of a stream are applied in order, even where they come in another', async () => {
    const a = await stream('a', 3);
    expect(await take(pick(a, 3, 1, 2))).toEqual(['a@1/1', 'a@1/2', 'a@1/3']);
  });

  it('one that comes too early brings the events of its stream that are missing before and after it', async () => {
    const a = await stream('a', 4);
    await take(pick(a, 1));
    expect(await take(pick(a, 3))).toEqual(['a@1/2', 'a@1/3', 'a@1/4']);
    expect(await take(pick(a, 2, 4))).toEqual([]);
  });

  it('a gap in one stream leaves the others as they came', async () => {
    const [a, b] = [await stream('a', 2), await stream('b', 2)];
    expect(await take([...pick(b, 1), ...pick(a, 2), ...pick(b, 2)])).toEqual([
      'b@1/1',
      'b@1/2',
      'a@1/1',
      'a@1/2',
    ]);
  });

  it('none of a parked stream is applied, and its gaps are not filled', async () => {
    const [a, b] = [await stream('a', 2), await stream('b', 1)];
    await park('a');
    expect(await take([...pick(a, 2), ...b])).toEqual(['b@1/1']);
    expect(await rowsOf(fresh, 'stream_versions', 'stream_id, version')).toEqual([
      { stream_id: 'b', version: 1 },
    ]);
  });

  it('an empty batch applies nothing', async () => {
    expect(await take([])).toEqual([]);
  });
});

describe('an event of a later epoch', () => {
  it('is newer whatever its version, since the log went back in time before it', async () => {
    await take(await stream('a', 3));
    const again = atEpoch(await stream('a', 0), 2);
    expect(await take(pick(again, 2))).toEqual(['a@2/2']);
    expect(await rowsOf(fresh, 'stream_versions', 'epoch, version')).toEqual([{ epoch: 2, version: 2 }]);
  });

  it('is applied once within its epoch, and gaps there are filled', async () => {
    const a = await stream('a', 4);
    await take(pick(a, 1, 2));
    const again = atEpoch(a, 2);
    expect(await take(pick(again, 2, 2, 4))).toEqual(['a@2/2', 'a@2/3', 'a@2/4']);
    expect(await take(again)).toEqual([]);
  });

  it('makes events of an earlier epoch stale', async () => {
    const a = await stream('a', 3);
    await take(atEpoch(pick(a, 1), 2));
    expect(await take(pick(a, 2, 3))).toEqual([]);
  });
});

describe('the stored version of a stream', () => {
  it('never goes back, neither in version nor in epoch', async () => {
    const a = await stream('a', 3);
    const { pool } = fresh.database;
    const written = () => rowsOf(fresh, 'stream_versions', 'epoch, version');
    await recordVersions(pool, consumer(), pick(a, 3));
    await recordVersions(pool, consumer(), pick(a, 2));
    expect(await written()).toEqual([{ epoch: 1, version: 3 }]);
    await recordVersions(pool, consumer(), atEpoch(pick(a, 1), 2));
    await recordVersions(pool, consumer(), pick(a, 3));
    expect(await written()).toEqual([{ epoch: 2, version: 1 }]);
  });

  it('is the last of a batch', async () => {
    await recordVersions(fresh.database.pool, consumer(), await stream('a', 3));
    expect(await rowsOf(fresh, 'stream_versions', 'epoch, version')).toEqual([{ epoch: 1, version: 3 }]);
  });
});

describe('reading a log after versions', () => {
  it('answers the events after the version of each stream, oldest first, with their companions', async () => {
    await stream('a', 3);
    await stream('b', 2);
    await stream('c', 1);
    const appended = toStream('d', 0);
    const companion = { signature: SIGNATURE, reason: 'because', reason_salt: 'salt' };
    const events = appended.events.map((event) => ({ ...event, companion }));
    await fresh.store.append({ ...appended, events });
    const found = await log.readAfter(
      new Map([
        ['d', 0],
        ['b', 0],
        ['a', 2],
        ['nobody', 0],
      ]),
    );
    expect(found.map((event) => `${event.stream_id}/${event.version}`)).toEqual(['a/3', 'b/1', 'b/2', 'd/1']);
    expect(found.map((event) => event.companion)).toEqual([null, null, null, companion]);
    expect(found[0]?.data).toEqual({ n: 3 });
  });

  it('uses the given connection, and never waits for a second one', async () => {
    const a = await stream('a', 2);
    const single = fresh.database.openPool(1, 'single');
    const own = new EventLog(single, fresh.schema);
    const newer = await inTransaction(single, 'BEGIN', (client) =>
      selectNewer(client, own, consumer(), pick(a, 2)),
    );
    expect(newer.map((event) => event.version)).toEqual([1, 2]);
  });
});
