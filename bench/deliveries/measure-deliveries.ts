import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spread } from '../../infra/percentiles.ts';
import { cpuSeconds } from '../process-figures.ts';
import type { Section } from '../section.ts';
import type { BareRequest } from './bare-process.ts';
import type { Commit } from './dispatcher-process.ts';
import type { Arrival } from './receiver-process.ts';
import { ask, tell } from '../ask-process.ts';
import { LOOK, deliverAtOnce, exampleBody, forkOf, withDispatcher, type Stage } from './stage.ts';

/** How many deliveries are made at full speed: `DELIVERIES`. */
const DELIVERIES = Number(process.env['DELIVERIES'] ?? 60_000);
const ENDPOINTS = 20;
const PER_ENDPOINT = 8;
/** The run that shows isolation: healthy endpoints, with as many hanging ones beside them; events a second; seconds. */
const HEALTHY = 100;
const ISOLATION_RATE = 4;
const ISOLATION_SECONDS = 40;
/** Seconds that are not measured, because the first deliveries wait for connections and for code to be compiled. */
const WARM_SECONDS = 5;
/** The trickle under which latency is measured: events a second to all endpoints, and seconds. */
const TRICKLE = 25;
const TRICKLE_SECONDS = 10;

const body = exampleBody();

/** Deliveries of one process, against a bare loop that stores nothing, and what hung endpoints cost the others. */
export async function measureDeliveries(directory: string): Promise<Section[]> {
  const { full, trickle } = await measureSpeed(join(directory, 'speed'));
  const without = await measureIsolation(join(directory, 'without'), 0);
  const beside = await measureIsolation(join(directory, 'beside'), HEALTHY);
  const notes = [
    `Bodies of ${body.length} bytes over loopback without TLS. The bare loop makes two HMACs for each post and stores`,
    'nothing; the dispatcher makes two as well, plans, and commits every outcome. The database',
    'and the receivers share the machine with it. `sender_us` is processor time of the sender alone.',
  ];
  return [
    { title: `deliveries to ${ENDPOINTS} endpoints`, rows: [...full, trickle], notes },
    {
      title: `commit → delivered at ${HEALTHY} healthy endpoints, ${ISOLATION_RATE} events a second to each`,
      rows: [
        { what: 'alone', ...without },
        { what: `beside ${HEALTHY} that hang`, ...beside },
      ],
      notes: [`p99 beside them is ${ratio(beside.p99_ms, without.p99_ms)} of that without them.`],
    },
  ];
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}

async function measureSpeed(directory: string) {
  return withDispatcher(directory, { answering: ENDPOINTS, hanging: 0 }, async (stage) => {
    const { ports } = stage;
    const bare = async (asymmetric: boolean) => {
      const request: BareRequest = { ports, body, posts: DELIVERIES, perPort: PER_ENDPOINT, asymmetric };
      const child = forkOf('bare-process.ts');
      const used = usedBy(child);
      const seconds = await ask<number>(child, request);
      const sender_us = used(DELIVERIES);
      child.kill();
      return { per_second: DELIVERIES / seconds, sender_us };
    };
    const ours = async () => {
      const used = usedBy(stage.dispatcher);
      return { per_second: await deliverAtOnce(stage, DELIVERIES, body), sender_us: used(DELIVERIES) };
    };
    // One round without measurement, so that neither side profits from warm caches or pays for leftovers of the other.
    await ours();
    const [first, made, second] = [await bare(false), await ours(), await bare(false)];
    const signing = await bare(true);
    const loop = (first.per_second + second.per_second) / 2;
    const used = usedBy(stage.dispatcher);
    const trickle = await latenciesOf(stage, TRICKLE, TRICKLE_SECONDS, ports.length);
    const row = (what: string, { per_second, sender_us }: typeof made) => ({
      what,
      per_second,
      ratio: per_second / loop,
      sender_us,
      p50_ms: null,
      p99_ms: null,
    });
    return {
      full: [
        row('bare loop', { ...second, per_second: loop }),
        row('bare loop, with Ed25519 as well', signing),
        row('planned and delivered', made),
      ],
      trickle: {
        what: `commit → delivered, ${TRICKLE} events a second`,
        per_second: TRICKLE * ports.length,
        ratio: null,
        sender_us: used(TRICKLE * TRICKLE_SECONDS * ports.length),
        ...trickle,
      },
    };
  });
}

/** Begins to read a process's processor time. @returns a function that tells its microseconds for each delivery since then. */
function usedBy({ pid }: ChildProcess): (deliveries: number) => number | null {
  const read = () => (pid === undefined ? null : cpuSeconds([pid]));
  const before = read();
  return (deliveries) => {
    const after = read();
    return before === null || after === null ? null : ((after - before) * 1e6) / deliveries;
  };
}

function measureIsolation(directory: string, hanging: number) {
  return withDispatcher(directory, { answering: HEALTHY, hanging }, async (stage) => {
    await latenciesOf(stage, ISOLATION_RATE, WARM_SECONDS, HEALTHY);
    return latenciesOf(stage, ISOLATION_RATE, ISOLATION_SECONDS, HEALTHY);
  });
}

/** Milliseconds from an event's commit until each of its deliveries arrived. */
async function latenciesOf(
  { receivers, dispatcher }: Stage,
  perSecond: number,
  seconds: number,
  answering: number,
) {
  await tell(receivers, 'forget');
  const events = perSecond * seconds;
  const commits = await ask<Commit[]>(dispatcher, { events, subjects: events, perSecond, body });
  while ((await ask<number>(receivers, 'count')) < events * answering) await pause(LOOK);
  const arrivals = await ask<Arrival[]>(receivers, 'arrivals');
  const committed = new Map(commits);
  return spread(arrivals.map(([id, at]) => at - (committed.get(id) ?? at)));
}
