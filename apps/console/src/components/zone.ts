import { useSyncExternalStore } from 'react';
import type { Zone } from '../format/times.js';

const NAME = 'console-zone';
const listeners = new Set<() => void>();
let zone: Zone = localStorage.getItem(NAME) === 'utc' ? 'utc' : 'local';

/** The displayed time zone. */
export function useZone(): Zone {
  return useSyncExternalStore(subscribe, () => zone);
}

/** Changes the displayed time zone, and remembers it. */
export function setZone(next: Zone): void {
  zone = next;
  localStorage.setItem(NAME, next);
  listeners.forEach((each) => each());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
