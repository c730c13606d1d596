import { join } from 'node:path';
import { buildTool, toolPath } from '../../infra/tools/tools.ts';
import { startLoadGenerator, type LoadGenerator, type LoadOutcome } from '../load/load.ts';
import { machineTime, stolenShare } from '../process-figures.ts';
import type { Section } from '../section.ts';
import { startService, type ServiceProcess } from '../service-process.ts';
import { PATH, REQUEST } from '../verify/verification.ts';
import { ONE } from '../writes/registering.ts';
import { startImmudb, type Immudb } from './immudb.ts';

const SECONDS = 5;
/** Each of the two is measured this often, in turns. */
const TURNS = 2;
const CALLERS = [1, 16, 64];
const WORK = [
  { what: 'verified writes', ours: ONE, theirs: 'set' },
  { what: 'verified reads', ours: { path: PATH, body: JSON.stringify(REQUEST) }, theirs: 'get' },
] as const;

/** Writes and verifications beside those of immudb, whose client checks the proof of each answer. */
export async function measurePeers(directory: string): Promise<Section> {
  await buildTool('immudb');
  await using immudb = await startImmudb(toolPath('immudb'), join(directory, 'immudb'));
  const service = await startService(join(directory, 'service'));
  const generator = startLoadGenerator();
  try {
    const rows = [];
    for (const work of WORK) {
      for (const callers of CALLERS) rows.push(await measure(work, callers, { immudb, service, generator }));
    }
    return {
      title: 'beside immudb',
      rows,
      notes: [
        `In turns, ${TURNS} times ${SECONDS} s each, one server beside the other. Both sync each write before its answer. The clients`,
        'of immudb check the proofs that they get; a verification here is checked by the service, and signed for whoever checks it.',
      ],
    };
  } finally {
    generator.stop();
    await service.stop();
  }
}

/** Answers a second, and the median wait in milliseconds. */
type Speed = Pick<LoadOutcome, 'perSecond' | 'p50'>;

interface Beside {
  immudb: Immudb;
  service: ServiceProcess;
  generator: LoadGenerator;
}

async function measure(
  { what, ours, theirs }: (typeof WORK)[number],
  callers: number,
  { immudb, service, generator }: Beside,
): Promise<Section['rows'][number]> {
  const before = machineTime();
  const target = { ...ours, token: service.token };
  const { port, pid: serverPid } = service;
  const own: Speed[] = [];
  const peer: Speed[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    peer.push(await immudb.load(theirs, callers, SECONDS));
    own.push(
      await generator.run({ port, serverPid, target, connections: callers, warmUp: 1, seconds: SECONDS }),
    );
  }
  const [ourSpeed, theirSpeed] = [mean(own), mean(peer)];
  return {
    what,
    callers,
    per_second: Math.round(ourSpeed.perSecond),
    immudb_per_second: Math.round(theirSpeed.perSecond),
    by_immudb: ourSpeed.perSecond / theirSpeed.perSecond,
    p50_ms: ourSpeed.p50,
    immudb_p50_ms: theirSpeed.p50,
    stolen: stolenShare(before, machineTime()),
  };
}

function mean(turns: readonly Speed[]): Speed {
  const of = (member: keyof Speed) => turns.reduce((sum, turn) => sum + turn[member], 0) / turns.length;
  return { perSecond: of('perSecond'), p50: of('p50') };
}
