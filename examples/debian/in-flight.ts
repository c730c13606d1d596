/** Gathers what a source yields into arrays of `size`; the last may be shorter. */
export async function* inBatches<Item>(source: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of source) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Works on what a source yields, `limit` at a time, and takes from it only what can be begun at once. */
export async function withInFlight<Item>(
  source: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  const lane = async () => {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
}
