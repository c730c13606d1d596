import { useSyncExternalStore } from 'react';
import type { Zone } from '../format/times.js';

/** A choice that this browser remembers; the first one until another is made. */
function preference<Choice extends string>(name: string, first: Choice, other: Choice) {
  const listeners = new Set<() => void>();
  let choice = localStorage.getItem(name) === other ? other : first;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const choose = (next: Choice) => {
    choice = next;
    localStorage.setItem(name, next);
    listeners.forEach((each) => each());
  };
  return { use: () => useSyncExternalStore(subscribe, () => choice), choose };
}

/** The displayed time zone. */
export const { use: useZone, choose: setZone } = preference<Zone>('console-zone', 'local', 'utc');

/** How close the rows of tables are. */
export const { use: useDensity, choose: setDensity } = preference('console-rows', 'roomy', 'compact');
