import { spread } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import { registerOne } from '../writes/registering.ts';
import type { DistributedService } from './distributed-service.ts';
import { registration, revocation, suspension, verification, type Probe, type Seen } from './probes.ts';

const SAMPLES = 300;
const WRITERS = 16;
/** Samples taken side by side while others write: one after the other they would take minutes. */
const WORKERS_UNDER_LOAD = 4;

const PROBES: [string, Probe][] = [
  ['record registered', registration],
  ['record suspended', suspension],
  ['credential revoked', revocation],
  ['(a verification alone)', verification],
];

/** How long a write that one gateway has answered takes to show at another. */
export async function measureVisibility(service: DistributedService): Promise<Section> {
  const rows = await rowsOf(service, 'idle', 1);
  const load = startLoad(service);
  try {
    rows.push(...(await rowsOf(service, `${WRITERS} writers`, WORKERS_UNDER_LOAD)));
  } finally {
    await load.stop();
  }
  return {
    title: 'distributed: from a write at one gateway until another shows it',
    rows,
    notes: [
      `${SAMPLES} samples each. answer_: from the answer to the write; send_: from its sending, which is before its`,
      'commit. The other gateway is asked from the answer on, so that every figure contains one verification there.',
    ],
  };
}

async function rowsOf(service: DistributedService, load: string, workers: number): Promise<Section['rows']> {
  const rows: Section['rows'] = [];
  for (const [what, probe] of PROBES) {
    const seen = await sample(() => probe(service), workers);
    const fromAnswer = spread(seen.map((each) => each.fromAnswer));
    const fromSending = spread(seen.map((each) => each.fromSending));
    rows.push({
      what,
      load,
      answer_p50_ms: fromAnswer.p50_ms,
      answer_p99_ms: fromAnswer.p99_ms,
      send_p50_ms: fromSending.p50_ms,
      send_p99_ms: fromSending.p99_ms,
    });
  }
  return rows;
}

async function sample(probe: () => Promise<Seen>, workers: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  let left = SAMPLES;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      seen.push(await probe());
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return seen;
}

/** Writers that never pause, until they are stopped. */
function startLoad({ first }: DistributedService): { stop(): Promise<void> } {
  let stopped = false;
  const write = async () => {
    while (!stopped) await registerOne(first);
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, write));
  writing.catch(() => undefined);
  return {
    async stop() {
      stopped = true;
      await writing;
    },
  };
}
