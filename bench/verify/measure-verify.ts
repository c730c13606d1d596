import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startLoadGenerator, type LoadOutcome, type LoadTarget } from '../load/load.ts';
import { cpuSeconds } from '../process-figures.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';

const PATH = '/v1/records/verify';
const REQUEST = { record_id: 'rec_example', evidence_scope: ['provenance', 'authority', 'state'] };
const CONNECTIONS = [8, 64];
const WARM_UP = 2;
const SECONDS = 6;

type Measured = LoadOutcome & { serverShare: number | null };

/** Verify against the bare route, which answers the same bytes and does nothing for them. */
export async function measureVerify(service: ServiceProcess): Promise<Section> {
  const { body } = await service.ask<object>('POST', PATH, REQUEST);
  const answer = JSON.stringify(body);
  const bare = fork(join(import.meta.dirname, 'bare-route.ts'));
  const generator = startLoadGenerator();
  try {
    bare.send(answer);
    const [barePort] = (await once(bare, 'message')) as [number];
    const target: LoadTarget = { path: PATH, token: service.token, body: JSON.stringify(REQUEST) };
    const run = async (pid: number, port: number, connections: number): Promise<Measured> => {
      const before = cpuSeconds(pid);
      const outcome = await generator.run({ port, target, connections, warmUp: WARM_UP, seconds: SECONDS });
      const after = cpuSeconds(pid);
      const used = before === null || after === null ? null : after - before;
      return { ...outcome, serverShare: used === null ? null : used / (WARM_UP + SECONDS) };
    };
    const rows = [];
    for (const connections of CONNECTIONS) {
      // Bare, service, bare: a machine that grows slower or faster shows as a drift between the two.
      const before = await run(pidOf(bare), barePort, connections);
      const own = await run(service.pid, service.port, connections);
      const after = await run(pidOf(bare), barePort, connections);
      rows.push(toRow(connections, before, own, after));
    }
    return {
      title: `verify against the bare route (${Buffer.byteLength(answer)} bytes a body)`,
      rows,
      notes: [
        'The load generator shares the machine: cores are what each process used of one core, and where',
        'its own is 1, neither server was at its limit and the ratio flatters the slower one.',
      ],
    };
  } finally {
    generator.stop();
    bare.kill();
  }
}

function toRow(
  connections: number,
  before: Measured,
  own: Measured,
  after: Measured,
): Section['rows'][number] {
  const bare = (before.perSecond + after.perSecond) / 2;
  return {
    connections,
    bare_per_second: Math.round(bare),
    service_per_second: Math.round(own.perSecond),
    ratio: own.perSecond / bare,
    bare_drift: after.perSecond / before.perSecond,
    bare_p50_ms: (before.p50 + after.p50) / 2,
    bare_p99_ms: Math.max(before.p99, after.p99),
    p50_ms: own.p50,
    p99_ms: own.p99,
    bare_cores: before.serverShare,
    service_cores: own.serverShare,
    generator_cores_bare: before.generatorShare,
    generator_cores: own.generatorShare,
  };
}

function pidOf(child: ChildProcess): number {
  return child.pid as number;
}
