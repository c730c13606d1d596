import { propertyOf } from '../errors.js';

/**
 * Sends items in one request, or in halves where a limit of the credential does not allow as many at a time.
 * @param send also gets the place of the first of its items.
 */
export async function inHalves<Item, Result>(
  items: readonly Item[],
  send: (part: readonly Item[], first: number) => Promise<Result[]>,
  first = 0,
): Promise<Result[]> {
  try {
    return await send(items, first);
  } catch (error) {
    const isTooLarge = propertyOf(error, 'code') === 'request.batch_too_large';
    if (!isTooLarge || items.length < 2) throw error;
    const half = Math.ceil(items.length / 2);
    const before = await inHalves(items.slice(0, half), send, first);
    return [...before, ...(await inHalves(items.slice(half), send, first + half))];
  }
}
