import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds after the start, when the first requests are done too. */
const AFTER = 5_000;

/**
 * Collects the garbage of a process's start once, some seconds later. A start enlarges V8's young generation, and in an
 * idle process only this kind of collection, for which Node has no API, shrinks it again.
 */
export function releaseStartMemory(after = AFTER): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NodeJS.GCFunction;
    collect({ type: 'major', flavor: 'last-resort' });
  }, after).unref();
}
