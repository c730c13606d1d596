/** What `ask` answers, if it does so in time.
 *  @throws Error when it takes longer than `milliseconds`; its later outcome is ignored. */
export async function within<Answer>(
  milliseconds: number,
  ask: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`No answer within ${milliseconds} ms.`)),
    milliseconds,
  );
  try {
    return await Promise.race([ask(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
