import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls a function every `intervalMilliseconds` until it answers something, and returns that; undefined after
 * the time.
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
