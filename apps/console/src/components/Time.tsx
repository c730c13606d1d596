import { useSyncExternalStore } from 'react';
import { serverClock } from '../api/server-time.js';
import { clockTime, exactTime, relativeTime, remaining } from '../format/times.js';
import { useZone } from './preferences.js';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** A time: relative, with the exact one as its title, or exact, in the chosen time zone; `never` for null. */
export function Time({ at, exact = false }: { at: string | null; exact?: boolean }) {
  const zone = useZone();
  const precise = at === null ? 'never' : exactTime(at, zone);
  // A list has hundreds: each re-renders only when its text changes.
  const text = useSyncExternalStore(everySecond, () =>
    exact || at === null ? precise : relativeTime(at, zone, serverClock.read()),
  );
  if (at === null) return text;
  return (
    <time dateTime={at} title={precise}>
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
