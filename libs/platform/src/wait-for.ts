import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls a function every `intervalMilliseconds` until it returns a value, and returns that; undefined after the
 * timeout.
 */
export async function waitFor<Answer>(
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  timeoutMilliseconds: number,
  intervalMilliseconds = 20,
): Promise<Answer | undefined> {
  const deadline = performance.now() + timeoutMilliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() >= deadline) return answer;
    await pause(intervalMilliseconds);
  }
}
