const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls a listener each second, by one timer for all.
 *  @returns a function that stops it. */
export function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
