import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLoadGenerator, type LoadGenerator } from '../load/load.ts';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import { startService } from '../service-process.ts';
import { startAnswering, type AnsweringProcess } from '../verify/answering-process.ts';
import { PATH, REQUEST } from '../verify/verification.ts';

const ROUNDS = 25;
/** Rounds for the compiler, which are not counted. */
const FIRST_ROUNDS = 3;
const CONNECTIONS = 16;
/** Short, so that other load of the machine is the same for all parts of a round. */
const WARM_UP = 0.2;
const SECONDS = 0.8;

interface Variant {
  name: string;
  process: AnsweringProcess;
  /** Microseconds of processor time of a verification, by round. */
  costs: number[];
}

/**
 * The processor time of a verification with tracing, in a gateway that leaves out the durable history. `BASELINE` names
 * the folder of another build, such as of the release before, to compare with; without it this one is compared with itself.
 */
export async function measureTracing(dataDirectory: string): Promise<Section> {
  const sink = await startSpanSink();
  const service = await startService(dataDirectory, { ENVIRONMENT: 'development' });
  const variants: Variant[] = [];
  const start = async (name: string, settings: NodeJS.ProcessEnv, root?: string): Promise<void> => {
    const request = { step: 'credential and limits', databaseUrl: service.gatewayUrl } as const;
    const process = await startAnswering('step-process.ts', request, dataDirectory, settings, root);
    variants.push({ name, process, costs: [] });
  };
  const traced = (ratio: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: sink.endpoint,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
  const generator = startLoadGenerator();
  try {
    const { BASELINE: baseline } = process.env;
    await start('baseline', {}, baseline);
    await start('baseline again', {}, baseline);
    await start('off', {});
    await start('off again', {});
    await start('1 % of the requests', traced('0.01'));
    await start('every request', traced('1'));
    for (let round = -FIRST_ROUNDS; round < ROUNDS; round += 1) {
      // In another order each time, so that not the same one always runs first after a pause.
      const first = round + FIRST_ROUNDS;
      for (const index of variants.keys()) {
        const variant = variants[(index + first) % variants.length] as Variant;
        const cost = await costOf(generator, variant.process, service.token);
        if (round >= 0) variant.costs.push(cost);
      }
    }
    const [compared] = variants as [Variant];
    return {
      title: 'processor time of a verification with tracing',
      rows: variants.map((variant) => rowOf(variant, compared)),
      notes: [
        `${ROUNDS} interleaved rounds of ${SECONDS} s with ${CONNECTIONS} connections. ratio is the median of the ratios to the baseline within a round,`,
        'with their quartiles; that of “baseline again”, a second process of the same build, is the noise.',
      ],
    };
  } finally {
    generator.stop();
    for (const { process } of variants) process.stop();
    await service.stop();
    sink.stop();
  }
}

async function costOf(
  generator: LoadGenerator,
  { pid, port }: AnsweringProcess,
  token: string,
): Promise<number> {
  const { perSecond, serverCores } = await generator.run({
    port,
    serverPid: pid,
    target: { path: PATH, token, body: JSON.stringify(REQUEST) },
    connections: CONNECTIONS,
    warmUp: WARM_UP,
    seconds: SECONDS,
  });
  if (serverCores === null) throw new Error('The system does not tell the processor time of a process.');
  return (serverCores / perSecond) * 1e6;
}

function rowOf({ name, costs }: Variant, compared: Variant): Section['rows'][number] {
  const ratios = costs.map((cost, round) => cost / (compared.costs[round] as number));
  return {
    tracing: name,
    lowest_us: Math.min(...costs),
    median_us: percentile(costs, 0.5),
    ratio: percentile(ratios, 0.5).toFixed(3),
    first_quartile: percentile(ratios, 0.25).toFixed(3),
    third_quartile: percentile(ratios, 0.75).toFixed(3),
  };
}

/** A collector that takes spans and keeps none. */
interface SpanSink {
  endpoint: string;
  stop(): void;
}

/** Starts one on a free port of this machine. */
async function startSpanSink(): Promise<SpanSink> {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
