interface WitnessedSize {
  size: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Times at which a log already had a size; they show since when a smaller position is stale. */
export class WitnessedSizes {
  /** Sorted by size; each time is the earliest of its size and of all larger ones. */
  private sorted: WitnessedSize[] = [];

  add(size: number, at: number): void {
    const last = this.sorted.at(-1);
    // Nearly always, the new size is the largest and is appended.
    const isLater = last === undefined || (size >= last.size && at >= last.at);
    if (isLater) this.sorted.push({ size, at });
    else this.sorted = sortBySize([...this.sorted, { size, at }]);
  }

  /** The earliest time at which the log is known to have had a larger tree; null if none is known. */
  earliestBeyond(size: number): WitnessedSize | null {
    let [low, high] = [0, this.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] as WitnessedSize).size > size) high = middle;
      else low = middle + 1;
    }
    return this.sorted[low] ?? null;
  }
}

function sortBySize(sizes: readonly WitnessedSize[]): WitnessedSize[] {
  let earliest = Infinity;
  return sizes
    .toSorted((one, other) => other.size - one.size)
    .map(({ size, at }) => {
      earliest = Math.min(earliest, at);
      return { size, at: earliest };
    })
    .reverse();
}
