import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds after a start, when its first work is done too. */
const AFTER = 5_000;

/**
 * Collects the garbage of a process's start once, some seconds later. A start makes the young generation large, and in a process
 * that polls nothing makes it smaller again but a collection of this kind, for which Node has no call.
 */
export function releaseStartMemory(after = AFTER): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NodeJS.GCFunction;
    collect({ type: 'major', flavor: 'last-resort' });
  }, after).unref();
}
