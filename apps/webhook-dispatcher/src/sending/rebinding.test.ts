import { parseAddressRange, type AddressRange } from '@service/contracts';
import { eventually } from '@service/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AddressGuard } from './address-guard.js';
import { DeliverySender, type DeliverySenderOptions } from './delivery-sender.js';
import { httpReceiver, rawReceiver } from './testing/receivers.js';
import { attemptAt, guardOf } from './testing/sample-attempt.js';

const [HERE, METADATA, PUBLIC] = ['127.0.0.1', '169.254.169.254', '1.1.1.1'];
/** The operator allows one address. */
const guard = guardOf({ allowed: [parseAddressRange(HERE) as AddressRange] });

let stack: AsyncDisposableStack;
beforeEach(() => void (stack = new AsyncDisposableStack()));
afterEach(() => stack.disposeAsync());

const senderOf = (options: Partial<DeliverySenderOptions>) =>
  stack.adopt(new DeliverySender({ guard, ...options }), (sender) => sender.close());

/** Allows the first checks only, as if the socket were then connected to another address. */
class TurningGuard extends AddressGuard {
  asked: string[] = [];

  constructor(private readonly before: number) {
    super({ allowed: [], denied: [], allowsLoopback: true, isOwnPort: () => false });
  }

  override faultOf(address: string): 'not_global' | null {
    this.asked.push(address);
    return this.asked.length <= this.before ? null : 'not_global';
  }
}

describe('a name', () => {
  it.each([
    [[METADATA]],
    [['10.0.0.1']],
    [['::1']],
    [['::ffff:169.254.169.254']],
    [['64:ff9b::a9fe:a9fe']],
    [['fe80::1%eth0']],
    [['not an address']],
    [[HERE, METADATA]],
    [[METADATA, HERE]],
    [[PUBLIC, '127.0.0.2']],
  ])(
    'that leads to %j gets nothing, and the attempt tells no more than of an unknown name',
    async (addresses) => {
      const receiver = stack.use(await rawReceiver(() => {}));
      const sender = senderOf({ resolve: () => Promise.resolve(addresses) });
      const result = await sender.send(attemptAt(`https://hooks.example:${receiver.port}/`));
      expect(result).toMatchObject({ status: null, error: 'name_not_resolved' });
      expect(receiver.connections).toBe(0);
    },
  );

  it('is resolved once for a connection, which goes to the checked address', async () => {
    const receiver = stack.use(await rawReceiver((socket) => socket.destroy()));
    const answers = [[HERE], [METADATA]];
    const asked: string[] = [];
    const resolve = (name: string) => {
      asked.push(name);
      return Promise.resolve(answers.shift() ?? []);
    };
    const sender = senderOf({ resolve });
    const url = `https://hooks.example:${receiver.port}/`;
    expect(await sender.send(attemptAt(url))).toMatchObject({ error: 'tls_failed' });
    expect([asked, receiver.connections]).toEqual([['hooks.example'], 1]);
    expect(await sender.send(attemptAt(url))).toMatchObject({ error: 'name_not_resolved' });
    expect([asked.length, receiver.connections]).toEqual([2, 1]);
  });
});

it('a name with many addresses has the first four tried', async () => {
  const receiver = stack.use(await rawReceiver((socket) => socket.destroy()));
  const refusing = [1, 2, 3, 4].map((last) => `127.0.1.${last}`);
  const open = guardOf({ allowsLoopback: true });
  const errorWith = async (...addresses: string[]) =>
    (
      await senderOf({ guard: open, resolve: () => Promise.resolve(addresses) }).send(
        attemptAt(`https://hooks.example:${receiver.port}/`),
      )
    ).error;
  expect([await errorWith(...refusing.slice(1), HERE), receiver.connections]).toEqual(['tls_failed', 1]);
  expect([await errorWith(...refusing, HERE), receiver.connections]).toEqual(['connection_failed', 1]);
});

it('a name with thousands of addresses counts as not resolved, and none is checked', async () => {
  const addresses = Array.from({ length: 4_000 }, (_, index) => `1.1.${index >> 8}.${index & 255}`);
  const counting = new TurningGuard(Infinity);
  const sender = senderOf({ guard: counting, resolve: () => Promise.resolve(addresses) });
  expect(await sender.send(attemptAt('https://hooks.example/'))).toMatchObject({
    error: 'name_not_resolved',
  });
  expect(counting.asked).toEqual([]);
});

describe('a socket', () => {
  it.each([
    // Checked when the URL is read and before connecting.
    ['http://127.0.0.1', 2],
    ['https://127.0.0.1', 2],
    // Checked when the name is resolved.
    ['https://hooks.example', 1],
  ])('that is connected to another address is closed before a byte is sent: %s', async (origin, before) => {
    let heard = 0;
    const receiver = stack.use(await rawReceiver(() => void (heard += 1)));
    const turning = new TurningGuard(before);
    const sender = senderOf({ guard: turning, resolve: () => Promise.resolve([HERE]) });
    const result = await sender.send(attemptAt(`${origin}:${receiver.port}/`));
    const error = before === 2 ? 'endpoint_not_allowed' : 'name_not_resolved';
    expect(result).toMatchObject({ status: null, error });
    await eventually(() => expect([receiver.connections, receiver.sockets.size]).toEqual([1, 0]));
    expect([heard, turning.asked.length]).toEqual([0, before + 1]);
  });

  it('is not opened to a port of the service, by address or by name', async () => {
    const receiver = stack.use(await httpReceiver((_request, response) => response.end()));
    const own = guardOf({ allowsLoopback: true, isOwnPort: (port) => port === receiver.port });
    const sender = senderOf({ guard: own, resolve: () => Promise.resolve([HERE]) });
    const errorAt = async (url: string) => (await sender.send(attemptAt(url))).error;
    expect(await errorAt(receiver.url)).toBe('endpoint_not_allowed');
    expect(await errorAt(`http://localhost:${receiver.port}/`)).toBe('endpoint_not_allowed');
    expect(await errorAt(`https://hooks.example:${receiver.port}/`)).toBe('name_not_resolved');
    expect(receiver.connections).toBe(0);
  });
});
