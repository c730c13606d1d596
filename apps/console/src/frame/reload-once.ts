/** Key of the time at which this tab last reloaded by itself. */
const NAME = 'console-reloaded-at';
/** Least milliseconds between two automatic reloads: a script that the new build lacks too would cause a loop. */
const PAUSE = 60_000;

/** Reloads the page because a script of an earlier build is gone. @returns false if it reloaded a moment ago. */
export function reloadOnce(
  now = Date.now(),
  storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
  reload = () => location.reload(),
): boolean {
  const before = Number(storage.getItem(NAME) ?? Number.NEGATIVE_INFINITY);
  if (now - before < PAUSE) return false;
  storage.setItem(NAME, String(now));
  reload();
  return true;
}
