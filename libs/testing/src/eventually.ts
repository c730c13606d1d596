import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Milliseconds until it gives up. */
  timeout?: number;
  /** Milliseconds between two attempts. */
  interval?: number;
}

/**
 * Repeats `attempt` until it neither throws nor answers false, and returns its answer.
 * @throws the error of the last attempt, or an error that the condition stayed false.
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

/** Limits an attempt's time: one that never settles must not hide the error of the attempt before. */
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
