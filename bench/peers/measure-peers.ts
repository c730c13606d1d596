import { join } from 'node:path';
import { percentile } from '../../infra/percentiles.ts';
import { startLoadGenerator, type LoadGenerator, type LoadTarget } from '../load/load.ts';
import { machineTime, stolenShare } from '../process-figures.ts';
import type { Section } from '../section.ts';
import { startService, type ServiceProcess } from '../service-process.ts';
import { PATH, REQUEST } from '../verify/verification.ts';
import { ONE } from '../writes/registering.ts';
import { startImmudb, type Figures, type Immudb, type ImmudbCall } from './immudb.ts';

const CALLERS = [1, 16, 64];
const ROUNDS = 3;
const WARM_UP = 1;
const SECONDS = 4;

interface Work {
  name: string;
  target: Omit<LoadTarget, 'token'>;
  call: ImmudbCall;
}

const WORKS: readonly Work[] = [
  { name: 'write', target: ONE, call: 'VerifiedSet' },
  { name: 'verify', target: { path: PATH, body: JSON.stringify(REQUEST) }, call: 'VerifiedGet' },
];

/** Our registrations and verifications in turns with immudb's verified writes and reads, on the same disk. */
export async function measurePeers(directory: string): Promise<Section> {
  const immudb = await startImmudb(join(directory, 'immudb'));
  const generator = startLoadGenerator();
  try {
    const service = await startService(join(directory, 'data'), { ENVIRONMENT: 'development' });
    try {
      const rows = [];
      for (const work of WORKS) {
        for (const callers of CALLERS)
          rows.push(await inTurns(work, callers, { immudb, generator, service }));
      }
      return {
        title: 'beside immudb 1.11.1',
        rows,
        notes: [
          `Medians of ${ROUNDS} rounds, in turns: immudb, then this service. Both store a write durably before its answer, and`,
          'immudb has 800 bytes to store. Its client, in Go, checks the proof of each answer; the load on this service',
          'checks none of the signed answers. stolen is the share of the machine that its host gave to others.',
        ],
      };
    } finally {
      await service.stop();
    }
  } finally {
    generator.stop();
    await immudb.stop();
  }
}

interface Measured {
  immudb: Immudb;
  generator: LoadGenerator;
  service: ServiceProcess;
}

async function inTurns(
  { name, target, call }: Work,
  callers: number,
  { immudb, generator, service }: Measured,
): Promise<Section['rows'][number]> {
  const before = machineTime();
  const [peers, owns]: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    peers.push(await immudb.load(call, callers, SECONDS));
    const { perSecond, p50, p99 } = await generator.run({
      port: service.port,
      serverPid: service.pid,
      target: { ...target, token: service.token },
      connections: callers,
      warmUp: WARM_UP,
      seconds: SECONDS,
    });
    owns.push({ per_second: perSecond, p50_ms: p50, p99_ms: p99 });
  }
  const median = (figures: readonly Figures[], name: keyof Figures) =>
    percentile(
      figures.map((each) => each[name]),
      0.5,
    );
  const ratios = owns.map(({ per_second }, round) => per_second / (peers[round]?.per_second ?? Number.NaN));
  return {
    work: name,
    callers,
    immudb_per_second: Math.round(median(peers, 'per_second')),
    service_per_second: Math.round(median(owns, 'per_second')),
    ratio: percentile(ratios, 0.5),
    immudb_p50_ms: median(peers, 'p50_ms'),
    service_p50_ms: median(owns, 'p50_ms'),
    immudb_p99_ms: median(peers, 'p99_ms'),
    service_p99_ms: median(owns, 'p99_ms'),
    stolen: stolenShare(before, machineTime()),
  };
}
