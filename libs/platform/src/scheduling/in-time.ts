/** The outcome of some work, or an error where it takes longer; it goes on all the same.
 *  @throws what the work rejects with, or `late` made. */
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

/** Whether some work is done within a time; it goes on all the same. */
export async function withinTime(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  try {
    await inTime(work, milliseconds, () => new Error('It takes longer.'));
    return true;
  } catch {
    return false;
  }
}
