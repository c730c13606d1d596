import { setTimeout as pause } from 'node:timers/promises';

/** Asks every `intervalMilliseconds` until there is an answer, and returns it; undefined when the time is over first. */
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
