import { useSyncExternalStore } from 'react';
import { serverClock } from '../api/server-time.js';
import { clockTime, exactTime, relativeTime, remaining } from '../format/times.js';
import { useZone } from './preferences.js';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

interface TimeProps {
  at: string | null;
  /** For what is compared or checked, such as the rows of a history. */
  exact?: boolean;
  /** Whether something ends then, which null and a past time say; otherwise something was used then. */
  ends?: boolean;
}

/** A time, relative or exact in the chosen zone, with the other form as its title. */
export function Time({ at, exact = false, ends = false }: TimeProps) {
  const zone = useZone();
  // A list has hundreds: each re-renders only when its text changes.
  const distance = useSyncExternalStore(everySecond, () =>
    at === null ? '' : relativeTime(at, zone, serverClock.read()),
  );
  if (at === null) return ends ? 'does not expire' : 'not used yet';
  const [text, title] = exact ? [exactTime(at, zone), distance] : [distance, exactTime(at, zone)];
  return (
    <time dateTime={at} title={title}>
      {ends && Date.parse(at) <= serverClock.read() && 'expired '}
      {text}
    </time>
  );
}

/** The moment since which something is so: the time of day, with its date unless that is today’s. */
export function Since({ at }: { at: string }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={exactTime(at, zone)}>
      since {clockTime(Date.parse(at), zone, serverClock.read())}
    </time>
  );
}

/** The time left until a moment, by the server’s clock: `23:59:08`. */
export function Countdown({ until }: { until: string }) {
  const now = useNow(1_000);
  const left = new Date(until).getTime() - now;
  const zone = useZone();
  return (
    <time dateTime={until} title={exactTime(until, zone)}>
      {left <= 0 ? 'a moment' : remaining(left)}
    </time>
  );
}

/** The server’s time in milliseconds, updated at an interval. */
export function useNow(step: number): number {
  return useSyncExternalStore(everySecond, () => Math.floor(serverClock.read() / step) * step);
}

/** Calls a listener each second, by one timer for all.
 *  @returns a function that stops it. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
