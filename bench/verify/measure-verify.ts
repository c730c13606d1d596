import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startLoadGenerator, type LoadOutcome, type LoadTarget } from '../load/load.ts';
import { percentile } from '../percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';

const PATH = '/v1/records/verify';
const REQUEST = { record_id: 'rec_example', evidence_scope: ['provenance', 'authority', 'state'] };
const CONNECTIONS = [8, 64];
const ROUNDS = 3;
const WARM_UP = 1;
const SECONDS = 3;

/** Verify against the bare route, which answers the same bytes and does nothing for them. */
export async function measureVerify(service: ServiceProcess): Promise<Section> {
  const { body } = await service.ask<object>('POST', PATH, REQUEST);
  const answer = JSON.stringify(body);
  const target: LoadTarget = { path: PATH, token: service.token, body: JSON.stringify(REQUEST) };
  const bare = fork(join(import.meta.dirname, 'bare-route.ts'));
  const generator = startLoadGenerator();
  try {
    bare.send(answer);
    const [barePort] = (await once(bare, 'message')) as [number];
    const load = (serverPid: number, port: number, connections: number) =>
      generator.run({ port, serverPid, target, connections, warmUp: WARM_UP, seconds: SECONDS });
    const rows = [];
    for (const connections of CONNECTIONS) {
      const askBare = () => load(bare.pid as number, barePort, connections);
      const askService = () => load(service.pid, service.port, connections);
      rows.push({ connections, ...compare(await alternate(askBare, askService)) });
    }
    return {
      title: `verify against the bare route (${Buffer.byteLength(answer)} bytes a body)`,
      rows,
      notes: [
        `Medians of ${ROUNDS} rounds, each against the bare route just before and after it; bare_spread is its`,
        'fastest by its slowest, and far from 1 where something else used the machine. ratio_per_cpu compares',
        'requests a second of processor time, which that disturbs less. The load generator shares the cores.',
      ],
    };
  } finally {
    generator.stop();
    bare.kill();
  }
}

interface Round {
  before: LoadOutcome;
  own: LoadOutcome;
  after: LoadOutcome;
}

/** Bare, service, bare, and so on: a machine that grows slower or faster is slower or faster for both. */
async function alternate(
  bare: () => Promise<LoadOutcome>,
  own: () => Promise<LoadOutcome>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  let before = await bare();
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await own();
    const after = await bare();
    rounds.push({ before, own: measured, after });
    before = after;
  }
  return rounds;
}

function compare(rounds: readonly Round[]): Section['rows'][number] {
  const bares = rounds.flatMap(({ before, after }) => [before, after]);
  const owns = rounds.map(({ own }) => own);
  const median = (outcomes: readonly LoadOutcome[], read: (outcome: LoadOutcome) => number) =>
    percentile(outcomes.map(read), 0.5);
  const ratios = rounds.map(
    ({ before, own, after }) => (own.perSecond * 2) / (before.perSecond + after.perSecond),
  );
  const bareRates = bares.map(({ perSecond }) => perSecond);
  return {
    bare_per_second: Math.round(median(bares, ({ perSecond }) => perSecond)),
    service_per_second: Math.round(median(owns, ({ perSecond }) => perSecond)),
    ratio: percentile(ratios, 0.5),
    ratio_per_cpu: median(owns, perCpu) / median(bares, perCpu) || null,
    bare_spread: Math.max(...bareRates) / Math.min(...bareRates),
    bare_p50_ms: median(bares, ({ p50 }) => p50),
    bare_p99_ms: median(bares, ({ p99 }) => p99),
    p50_ms: median(owns, ({ p50 }) => p50),
    p99_ms: median(owns, ({ p99 }) => p99),
    bare_cores: median(bares, ({ serverCores }) => serverCores ?? 0),
    service_cores: median(owns, ({ serverCores }) => serverCores ?? 0),
    generator_cores: median(owns, ({ generatorCores }) => generatorCores),
  };
}

function perCpu({ perSecond, serverCores }: LoadOutcome): number {
  return serverCores === null ? 0 : perSecond / serverCores;
}
