import { useSyncExternalStore } from 'react';
import type { Zone } from '../format/times.js';

const NAME = 'console-zone';
const listeners = new Set<() => void>();
let zone: Zone = localStorage.getItem(NAME) === 'utc' ? 'utc' : 'local';

/** Which zone times are shown in. */
export function useZone(): Zone {
  return useSyncExternalStore(subscribe, () => zone);
}

/** Shows all times in another zone, also after the next visit. */
export function setZone(next: Zone): void {
  zone = next;
  localStorage.setItem(NAME, next);
  listeners.forEach((each) => each());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
