/** Thrown where something is not as the documentation says. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** @throws BrokenPromise where a claim does not hold. */
export function requireThat(holds: boolean, claim: string): void {
  if (!holds) throw new BrokenPromise(`Not so: ${claim}`);
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

function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
