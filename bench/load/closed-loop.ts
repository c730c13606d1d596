/** Calls that were made, and what each took in milliseconds. */
export interface Calls {
  latencies: number[];
  perSecond: number;
}

/** Callers that for some seconds each wait for their own answer before they call again; calls are numbered from 1. */
export async function closedLoop(
  callers: number,
  seconds: number,
  call: (number: number) => Promise<void>,
): Promise<Calls> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let next = 0;
  const loop = async () => {
    for (let now = performance.now(); now < until;) {
      next += 1;
      await call(next);
      const answeredAt = performance.now();
      latencies.push(answeredAt - now);
      now = answeredAt;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  const elapsed = (performance.now() - startedAt) / 1_000;
  return { latencies, perSecond: latencies.length / elapsed };
}
