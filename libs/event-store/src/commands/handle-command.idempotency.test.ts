import { describe, expect, it } from '@jest/globals';
import { ServiceError, wasReplayed } from '@service/contracts';
import { EventStore, type LoadedStream } from '../log/event-store.js';
import { freshLogForEachTest, rowsOf } from '../testing/fresh-log.js';
import { newEvent } from '../testing/new-event.js';
import { resultExpiry, type HandledCommand } from '../idempotency/stored-result.js';
import { handleCommand, type Decision } from './handle-command.js';

const log = freshLogForEachTest();

interface Reply {
  stream: string;
  version: number;
}

let commands = 0;

/** Each has a new id and, as a retry from a gateway has, a new stream. */
const command = (changes: Partial<HandledCommand> = {}): HandledCommand => {
  commands += 1;
  return {
    id: `cmd_${commands}`,
    key: `s${commands}`,
    deadline: Date.now() + 10_000,
    idempotency_key: 'k',
    body_digest: 'd',
    ...changes,
  };
};

type Decide = (stream: LoadedStream) => Decision<Reply> | Promise<Decision<Reply>>;

const handle = (sent: HandledCommand, decide: Decide = grow(sent), store = log.store): Promise<Reply> =>
  handleCommand(store, {
    command: sent,
    taken: (owner) => new ServiceError('record.already_exists', { existing_id: owner }),
    decide,
  });

const grow =
  ({ key }: HandledCommand): Decide =>
  ({ version }) => ({ events: [newEvent(key)], result: { stream: key, version: version + 1 } });

const refusal = new ServiceError('record.already_exists', { existing_id: 'rec_1', message: 'It is there.' });
const refuse: Decide = () => Promise.reject(refusal);

const eventCount = async (): Promise<number> => (await rowsOf(log, 'events', 'stream_id, version')).length;

describe('a command whose key has a stored result', () => {
  it('gets the first command’s reply and changes nothing', async () => {
    const first = command();
    const reply = await handle(first);
    expect(await handle(command())).toEqual(reply);
    expect(reply).toEqual({ stream: first.key, version: 1 });
    expect(await eventCount()).toBe(1);
  });

  it('is noted as replayed, for a reply and for a refusal; the first command and a redelivered one are not', async () => {
    for (const decide of [undefined, refuse]) {
      const idempotency_key = `noted ${decide === undefined}`;
      const [first, again, reused] = [
        command({ idempotency_key }),
        command({ idempotency_key }),
        command({ idempotency_key, body_digest: 'e' }),
      ];
      await Promise.allSettled([handle(first, decide)]);
      await Promise.allSettled([handle(again), handle({ ...first }), handle(reused)]);
      await Promise.allSettled([handle(first, decide)]);
      expect([first, again, reused].map(wasReplayed)).toEqual([false, true, false]);
    }
  });

  it('gets the first command’s reply where it would now be refused', async () => {
    const reply = await handle(command());
    expect(await handle(command(), refuse)).toEqual(reply);
  });

  it('gets the first command’s reply where the first command claimed the same name', async () => {
    const claiming =
      (sent: HandledCommand): Decide =>
      (stream) => ({
        ...(grow(sent)(stream) as Decision<Reply>),
        claims: [{ name: 'name', owner: sent.key }],
      });
    const [first, second, third] = [command(), command(), command({ idempotency_key: 'other' })];
    const reply = await handle(first, claiming(first));
    expect(await handle(second, claiming(second))).toEqual(reply);
    await expect(handle(third, claiming(third))).rejects.toMatchObject({
      code: 'record.already_exists',
      extras: { existing_id: first.key },
    });
  });

  it('gets the first command’s refusal where it would now be accepted', async () => {
    await expect(handle(command(), refuse)).rejects.toEqual(refusal);
    await expect(handle(command())).rejects.toEqual(refusal);
    expect(await eventCount()).toBe(0);
  });

  it('gets a refusal that followed events, and appends these events only once', async () => {
    const sent = command();
    const dueThenRefused: Decide = (stream) => ({ ...(grow(sent)(stream) as Decision<Reply>), refusal });
    await expect(handle(sent, dueThenRefused)).rejects.toBe(refusal);
    await expect(handle(command())).rejects.toEqual(refusal);
    expect(await eventCount()).toBe(1);
  });

  it('gets the reply of a decision without events', async () => {
    const reply = { stream: 'none', version: 7 };
    expect(await handle(command(), () => ({ events: [], result: reply }))).toEqual(reply);
    expect(await handle(command())).toEqual(reply);
    expect(await eventCount()).toBe(0);
  });

  it('is refused where its request is another one', async () => {
    await handle(command());
    await expect(handle(command({ body_digest: 'e' }))).rejects.toMatchObject({
      code: 'idempotency.key_reused',
    });
    await expect(handle(command({ body_digest: 'e' }), refuse)).rejects.toMatchObject({
      code: 'idempotency.key_reused',
    });
    expect(await eventCount()).toBe(1);
  });

  it('gets the same answer as all others that two processes handle at once, with one set of events', async () => {
    const stores = [log.store, new EventStore(log.database.pool, log.schema)];
    for (let round = 1; round <= 10; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const sent = command({ idempotency_key: `k${round}` });
          return handle(sent, grow(sent), stores[index % 2] as EventStore);
        }),
      );
      expect(new Set(replies.map((reply) => reply.stream)).size).toBe(1);
      expect(await eventCount()).toBe(round);
    }
  });

  it('gets the same answer as all others where some of them would be refused', async () => {
    const stores = [log.store, new EventStore(log.database.pool, log.schema)];
    for (let round = 0; round < 10; round += 1) {
      const settled = await Promise.allSettled(
        stores.flatMap((store) =>
          [grow, () => refuse].map((decide) => {
            const sent = command({ idempotency_key: `k${round}` });
            return handle(sent, decide(sent), store);
          }),
        ),
      );
      const answers = settled.map((each) =>
        each.status === 'fulfilled' ? each.value.stream : each.reason.code,
      );
      expect(new Set(answers).size).toBe(1);
    }
  });

  it('gets its first reply when it is redelivered, though its stream has changed', async () => {
    const sent = { ...command({ body_digest: null }), idempotency_key: `cmd_${commands}` };
    const reply = await handle(sent);
    expect(await handle(sent)).toEqual(reply);
    const refuseIfThere: Decide = (stream) => (stream.version > 0 ? refuse(stream) : grow(sent)(stream));
    expect(await handle(sent, refuseIfThere)).toEqual(reply);
    expect(await eventCount()).toBe(1);
  });
});

describe('no result is stored', () => {
  const keys = () => rowsOf(log, 'idempotency_keys', 'key, command_id');

  it('of a command without a key', async () => {
    const sent = command({ idempotency_key: null });
    await handle(sent);
    await expect(handle(sent, refuse)).rejects.toBe(refusal);
    expect(await keys()).toEqual([]);
  });

  it.each([
    new ServiceError('service.unavailable'),
    new ServiceError('internal.error'),
    new TypeError('a bug'),
  ])('of %s', async (failure) => {
    await expect(handle(command(), () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await keys()).toEqual([]);
    expect((await handle(command())).version).toBe(1);
  });

  it('past the deadline, even for a refusal', async () => {
    const late = { deadline: Date.now() };
    await expect(handle(command(late))).rejects.toMatchObject({ code: 'service.unavailable' });
    await expect(handle(command(late), refuse)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(await keys()).toEqual([]);
  });
});

describe('a result is stored', () => {
  const minutesFromNow = (sent: HandledCommand) =>
    Math.round((resultExpiry(sent).getTime() - Date.now()) / 60_000);

  it('for a day under a caller’s key', () => {
    expect(minutesFromNow(command())).toBe(24 * 60);
  });

  it('under the command’s own id until it can no longer be redelivered', () => {
    const deadline = Date.now() + 120_000;
    expect(minutesFromNow({ ...command({ deadline }), idempotency_key: `cmd_${commands}` })).toBe(3);
  });
});
