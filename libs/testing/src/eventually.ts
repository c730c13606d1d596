import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Milliseconds until it gives up; 30 seconds if not given. */
  timeout?: number;
  /** Milliseconds between two attempts. If not given, 20 at first and a fifth more each time, up to 250: most attempts ask a
   *  service or a database, which need the processor for what is waited for. */
  interval?: number;
}

/**
 * Repeats `attempt` until it neither throws nor answers false, and returns its answer.
 * @throws the error of the last attempt, or an error that the condition stayed false.
 */
export async function eventually<Result>(
  attempt: () => Result | Promise<Result>,
  { timeout = 30_000, interval }: EventuallyOptions = {},
): Promise<Result> {
  const deadline = performance.now() + timeout;
  let failure: unknown = new Error(`The condition did not come true within ${timeout} ms.`);
  for (let wait = interval ?? 20; ; wait = interval ?? Math.min(1.2 * wait, 250)) {
    try {
      const result = await within(deadline, failure, attempt);
      if (result !== false) return result;
    } catch (error) {
      failure = error;
    }
    if (performance.now() + wait > deadline) throw failure;
    await pause(wait);
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
