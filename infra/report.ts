/** Thrown where a claim of the documentation does not hold. */
export class ClaimFailed extends Error {
  override readonly name = 'ClaimFailed';
}

/** @throws ClaimFailed where a claim does not hold. */
export function requireThat(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new ClaimFailed(`Not so: ${claim}`);
}

/** Prints each step when it is over: how long it took, and what it showed. */
export class Report {
  private readonly began = performance.now();

  /** @param work answers what it showed, in one line or several. */
  async step(name: string, work: () => Promise<string | readonly string[]>): Promise<void> {
    const began = performance.now();
    const shown = [await work()].flat();
    this.print(secondsSince(began), name);
    for (const line of shown) this.print('', `  ${line}`);
  }

  total(): void {
    this.print(secondsSince(this.began), 'in all');
  }

  private print(seconds: string, text: string): void {
    process.stdout.write(`${seconds.padStart(7)}  ${text}\n`);
  }
}

/** Such as `1.5 s`. @param began by `performance.now()`. */
export function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
