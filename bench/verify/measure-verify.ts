import { startLoadGenerator, type LoadGenerator, type LoadOutcome, type LoadTarget } from '../load/load.ts';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import { startService, type ServiceProcess } from '../service-process.ts';
import { startAnswering, type AnsweringProcess } from './answering-process.ts';
import type { Step } from './step-process.ts';
import { PATH, REQUEST } from './verification.ts';

const CONNECTIONS = [8, 64, 512];
const ROUNDS = 3;
const WARM_UP = 1;
const SECONDS = 3;

/** Something that answers verifications. */
interface Answering {
  name: Step | 'durable history' | 'npm start';
  pid: number;
  port: number;
  token: string;
}

/** Verify, in steps, against the bare route, which answers the same bytes without any work. */
export async function measureVerify(service: ServiceProcess, dataDirectory: string): Promise<Section> {
  const { body } = await service.ask<object>('POST', PATH, REQUEST);
  const answer = JSON.stringify(body);
  const targetOf = (token: string): LoadTarget => ({ path: PATH, token, body: JSON.stringify(REQUEST) });
  const alone = await startService(`${dataDirectory}-alone`, { ENVIRONMENT: 'development' });
  const children: AnsweringProcess[] = [];
  const started = (child: AnsweringProcess) => {
    children.push(child);
    return child;
  };
  const startStep = async (step: Step): Promise<Answering> => {
    const request = { step, databaseUrl: service.gatewayUrl };
    const { pid, port } = started(await startAnswering('step-process.ts', request, dataDirectory));
    return { name: step, pid, port, token: service.token };
  };
  const generator = startLoadGenerator();
  try {
    const bare = started(await startAnswering('bare-route.ts', answer, dataDirectory));
    const steps: Answering[] = [
      await startStep('view'),
      await startStep('signed answer'),
      await startStep('credential and limits'),
      { ...alone, name: 'durable history' },
      { ...service, name: 'npm start' },
    ];
    const rows = [];
    for (const connections of CONNECTIONS) {
      for (const { name, pid, port, token } of steps) {
        const ask = loader(generator, targetOf(token), connections);
        const rounds = await alternate(
          () => ask(bare.pid, bare.port),
          () => ask(pid, port),
        );
        rows.push({ step: name, connections, ...compare(rounds) });
      }
    }
    return {
      title: `verify in steps against the bare route (${Buffer.byteLength(answer)} bytes a body)`,
      rows,
      notes: [
        `Medians of ${ROUNDS} rounds, each against the bare route just before and after it; bare_spread is its`,
        'fastest by its slowest, and far from 1 where something else used the machine. ratio_per_cpu compares',
        'requests a second of processor time of the answering process, which that disturbs less. The load',
        'generator shares the cores, and with durable history so does PostgreSQL. The signed answer is the view with',
        'its signature; from then on every step signs. Durable history is a whole service with one environment;',
        'with `npm start`, the other one and the supervisor run beside it, and their processor time counts too.',
      ],
    };
  } finally {
    generator.stop();
    for (const child of children) child.stop();
    await alone.stop();
  }
}

function loader(generator: LoadGenerator, target: LoadTarget, connections: number) {
  return (serverPid: number, port: number) =>
    generator.run({ port, serverPid, target, connections, warmUp: WARM_UP, seconds: SECONDS });
}

interface Round {
  before: LoadOutcome;
  own: LoadOutcome;
  after: LoadOutcome;
}

/** Bare, service, bare, and so on: a machine that becomes slower or faster meanwhile does so for both. */
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
