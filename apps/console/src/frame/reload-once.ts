/** When this tab last loaded the page again by itself. */
const NAME = 'console-reloaded-at';
/** Milliseconds in which it does so once: a part that is missing from the new build too is not there after a reload either. */
const PAUSE = 60_000;

/** Loads the page again at its address, for a script of a former build that the service does not have any more.
 *  @returns false where that was done a moment ago. */
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
