/** Gathers what a source yields into arrays of `size`; the last may be shorter. */
export async function* inBatches<Item>(
  source: AsyncIterable<Item> | Iterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of source) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Works on what a source yields, `limit` at a time, and takes no more from it than is begun at once. A failure
 *  ends all of it. */
export async function withInFlight<Item>(
  source: AsyncGenerator<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for (;;) {
      const next = await source.next();
      if (next.done === true) return;
      await work(next.value);
    }
  };
  const workers = Array.from({ length: limit }, worker);
  try {
    await Promise.all(workers);
  } finally {
    await source.return(undefined);
  }
}
