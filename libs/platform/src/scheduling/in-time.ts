/**
 * The result of a promise, or an error after a timeout; the work itself is not stopped.
 * @throws the error of the work, or the one that `late` makes.
 */
export async function inTime<Result>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a promise settles within a time, after which the work goes on. */
export async function withinTime(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  try {
    await inTime(work, milliseconds, () => new Error('The time is over.'));
    return true;
  } catch {
    return false;
  }
}
