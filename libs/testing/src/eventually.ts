import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Milliseconds after which it gives up. */
  timeout?: number;
  /** Milliseconds between two attempts. */
  interval?: number;
}

/**
 * Tries until `attempt` neither throws nor answers false, and answers what it answered.
 * @throws what the last attempt threw, or that the condition did not come true in time.
 */
export async function eventually<Result>(
  attempt: () => Result | Promise<Result>,
  { timeout = 15_000, interval = 20 }: EventuallyOptions = {},
): Promise<Result> {
  const deadline = performance.now() + timeout;
  let failure: unknown = new Error(`The condition did not come true within ${timeout} ms.`);
  for (;;) {
    try {
      const result = await within(deadline, failure, attempt);
      if (result !== false) return result;
    } catch (error) {
      failure = error;
    }
    if (performance.now() + interval > deadline) throw failure;
    await pause(interval);
  }
}

/** An attempt that never settles must not hide what the one before it failed with. */
async function within<Result>(
  deadline: number,
  failure: unknown,
  attempt: () => Result | Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure), deadline - performance.now());
  });
  try {
    return await Promise.race([attempt(), late]);
  } finally {
    clearTimeout(timer);
  }
}
