/** One call of a schedule. */
export interface Arrival<Kind> {
  /** Milliseconds after the start. */
  at: number;
  of: Kind;
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
export function schedule<Kind extends Pick<Arriving, 'perSecond'>>(
  kinds: readonly Kind[],
  seconds: number,
): Arrival<Kind>[] {
  const arrivals = kinds.flatMap((kind, place) => {
    const gap = 1_000 / kind.perSecond;
    const first = (gap * (place + 1)) / (kinds.length + 1);
    const count = Math.floor(kind.perSecond * seconds);
    return Array.from({ length: count }, (_, index) => ({ at: first + index * gap, of: kind }));
  });
  return arrivals.sort((left, right) => left.at - right.at);
}

/**
 * Calls that arrive when they are planned, however long those before them take. A latency counts from the planned
 * moment, so a service that stalls is not asked less meanwhile (coordinated omission).
 * @returns what the calls of each kind took, in the order of the kinds.
 */
export async function openLoop(kinds: readonly Arriving[], seconds: number): Promise<Answered[]> {
  const counted = kinds.map((kind) => ({ ...kind, answered: { latencies: [], failures: 0 } as Answered }));
  const startedAt = performance.now();
  const underWay: Promise<void>[] = [];
  for (const { at, of } of schedule(counted, seconds)) {
    const wait = startedAt + at - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    underWay.push(count(of.call, of.answered, startedAt + at));
  }
  await Promise.all(underWay);
  return counted.map(({ answered }) => answered);
}

async function count(call: () => Promise<void>, answered: Answered, plannedAt: number): Promise<void> {
  try {
    await call();
  } catch {
    answered.failures += 1;
  }
  answered.latencies.push(performance.now() - plannedAt);
}
