import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createResolver, type ResolveName } from './resolve-name.js';
import { nameServer } from './testing/name-server.js';

const IPV6 = [0x26, 0x06, 0x47, ...Array<number>(12).fill(0), 1];
const SERVER_FAILURE = 2;

describe('a name', () => {
  const stack = new AsyncDisposableStack();
  let resolve: ResolveName;
  beforeAll(async () => {
    const server = stack.use(
      await nameServer({
        'both.example': {
          a: [
            [1, 1, 1, 1],
            [10, 0, 0, 1],
          ],
          aaaa: [IPV6],
        },
        'four.example': { a: [[1, 1, 1, 1]] },
        'six.example': { aaaa: [IPV6] },
        'empty.example': {},
        'broken.example': { failure: SERVER_FAILURE },
        localhost: { a: [[10, 0, 0, 1]] },
      }),
    );
    resolve = createResolver([server.address]);
  });
  afterAll(() => stack.disposeAsync());

  it.each([
    ['both.example', ['1.1.1.1', '10.0.0.1', '2606:4700::1']],
    ['four.example', ['1.1.1.1']],
    ['six.example', ['2606:4700::1']],
    ['empty.example', []],
    ['unknown.example', []],
    ['localhost', ['127.0.0.1', '::1']],
  ])('%s has all addresses of its name server: %j', async (name, addresses) => {
    expect(await resolve(name)).toEqual(addresses);
  });

  it('is rejected if its name server fails', async () => {
    await expect(resolve('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });
});
