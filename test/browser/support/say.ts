/** Prints a figure, also where Jest keeps quiet about what tests print. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The middle one. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
}
