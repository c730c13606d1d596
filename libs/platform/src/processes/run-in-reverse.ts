/** Runs the steps that undo a start, the last one first, and forgets them, so that each runs once. */
export async function runInReverse(steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
