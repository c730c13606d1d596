/** One call of a schedule. */
export interface Arrival {
  /** Milliseconds after the start. */
  at: number;
  kind: string;
}

/** Calls of one kind: how often it arrives, and what it does. */
export interface Arriving {
  kind: string;
  perSecond: number;
  call: () => Promise<void>;
}

/** What the calls of one kind took, from the moment for which they were planned. */
export interface Answered {
  latencies: number[];
  failures: number;
}

/** The arrivals of some seconds in their order. Kinds are evenly spaced, and out of step with each other. */
export function schedule(kinds: readonly Pick<Arriving, 'kind' | 'perSecond'>[], seconds: number): Arrival[] {
  const arrivals = kinds.flatMap(({ kind, perSecond }, place) => {
    const gap = 1_000 / perSecond;
    const first = (gap * (place + 1)) / (kinds.length + 1);
    const count = Math.floor(perSecond * seconds);
    return Array.from({ length: count }, (_, index) => ({ at: first + index * gap, kind }));
  });
  return arrivals.sort((left, right) => left.at - right.at);
}

/**
 * Calls that arrive when they are planned, however long those before them take. A latency counts from the planned
 * moment, so a service that stalls is not asked less meanwhile (coordinated omission).
 */
export async function openLoop(
  kinds: readonly Arriving[],
  seconds: number,
): Promise<ReadonlyMap<string, Answered>> {
  const calls = new Map(kinds.map(({ kind, call }) => [kind, call]));
  const answered = new Map<string, Answered>(kinds.map(({ kind }) => [kind, { latencies: [], failures: 0 }]));
  const startedAt = performance.now();
  const underWay: Promise<void>[] = [];
  for (const { at, kind } of schedule(kinds, seconds)) {
    const wait = startedAt + at - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    underWay.push(count(calls.get(kind)!, answered.get(kind)!, startedAt + at));
  }
  await Promise.all(underWay);
  return answered;
}

async function count(call: () => Promise<void>, answered: Answered, plannedAt: number): Promise<void> {
  try {
    await call();
  } catch {
    answered.failures += 1;
  }
  answered.latencies.push(performance.now() - plannedAt);
}
