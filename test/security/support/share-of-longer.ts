const ROUNDS = 400;

/**
 * How often the one takes longer than the other, of requests that alternate: 0.5 where nothing tells them
 * apart. It compares ranks in one run, where a slow machine is slow for both.
 */
export async function shareOfLonger(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<number> {
  const timed = async (send: () => Promise<unknown>) => {
    const began = performance.now();
    await send();
    return performance.now() - began;
  };
  let longer = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each goes first as often as the other.
    const first = round % 2 === 0;
    const [a, b] = [await timed(first ? one : other), await timed(first ? other : one)];
    if (first ? a > b : b > a) longer += 1;
  }
  return longer / ROUNDS;
}
