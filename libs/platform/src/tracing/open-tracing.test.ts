import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { SpanCollector, eventually } from '@service/testing';
import { createLogger } from '../logging/create-logger.js';
import { createMetrics } from '../metrics/metrics.js';
import { loadSettings } from '../settings/load-settings.js';
import { openTracing } from './open-tracing.js';
import { SpanBacklog } from './span-backlog.js';
import type { Tracing } from './tracing.js';

const CALLER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;

let collector: SpanCollector;
let log: string;
let tracing: Tracing;
const metrics = createMetrics(createLogger('silent'), 'development');

beforeEach(async () => {
  collector = await SpanCollector.start();
  log = '';
  tracing = await open({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key' });
});
afterEach(async () => {
  await tracing.close();
  await collector.stop();
});

async function open(variables: NodeJS.ProcessEnv): Promise<Tracing> {
  const settings = loadSettings({
    ENVIRONMENT: 'development',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    ...variables,
  });
  const logger = createLogger('info', { write: (line) => (log += line) });
  const opened = await openTracing({ settings, logger, metrics });
  if (opened === null) throw new Error('Nothing is traced.');
  return opened;
}

describe('with a collector', () => {
  it('a span within a recorded trace is exported with its app and environment', async () => {
    const tracer = tracing.tracerOf('verify-api');
    const caller = { traceparent: `${CALLER}-01`, tracestate: 'vendor=1' };
    const span = tracer.enter({ name: 'GET', kind: 'server' }, caller);
    expect(span?.context).toEqual({
      traceparent: expect.stringMatching(/^00-a{32}-(?!b{16})[0-9a-f]{16}-01$/),
      tracestate: 'vendor=1',
    });
    const inner = tracing
      .tracerOf('record-store')
      .continue({ name: 'handle', kind: 'server' }, span?.context ?? {});
    inner?.end({ type: 'record.not_found', isFailure: false });
    span?.set({ 'http.response.status_code': 503 });
    span?.end({ type: 'service.unavailable', isFailure: true });
    await eventually(() => expect(collector.spans).toHaveLength(2));
    const [outer, handled] = collector.of('a'.repeat(32));
    expect(outer).toMatchObject({
      name: 'GET',
      kind: 'server',
      parentSpanId: 'b'.repeat(16),
      traceState: 'vendor=1',
      attributes: { 'http.response.status_code': 503, 'error.type': 'service.unavailable' },
      resource: { 'service.name': 'verify-api', 'deployment.environment.name': 'development' },
      failed: true,
    });
    expect(handled).toMatchObject({
      parentSpanId: outer?.spanId,
      resource: { 'service.name': 'record-store' },
      attributes: { 'error.type': 'record.not_found' },
      failed: false,
    });
    expect(collector.headers[0]).toMatchObject({ ':path': '/v1/traces', 'api-key': 'a key' });
  });

  it('a trace that follows from others has links to the recorded ones', async () => {
    const causes = [{ traceparent: `${CALLER}-01` }, { traceparent: CALLER.replace('a', 'c') + '-00' }, {}];
    const span = tracing.tracerOf('webhook-dispatcher').follow({ name: 'deliver', kind: 'client' }, causes);
    span?.end();
    await eventually(() => expect(collector.spans).toHaveLength(1));
    expect(collector.spans[0]).toMatchObject({
      parentSpanId: '',
      links: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }],
    });
    expect(collector.spans[0]?.traceId).not.toBe('a'.repeat(32));
  });

  it('nothing is made of a trace that its caller does not record', () => {
    const tracer = tracing.tracerOf('verify-api');
    const start = { name: 'GET', kind: 'server' } as const;
    const passed = { traceparent: `${CALLER}-00` };
    expect([
      tracer.enter(start, passed),
      tracer.continue(start, passed),
      tracer.follow(start, [passed]),
    ]).toEqual([null, null, null]);
    expect(tracer.continue(start, {})).toBeNull();
  });

  it('the SDK samples nothing by its own variables', async () => {
    process.env['OTEL_TRACES_SAMPLER'] = 'always_off';
    try {
      tracing
        .tracerOf('verify-api')
        .enter({ name: 'GET', kind: 'server' }, { traceparent: `${CALLER}-01` })
        ?.end();
    } finally {
      delete process.env['OTEL_TRACES_SAMPLER'];
    }
    await eventually(() => expect(collector.spans).toHaveLength(1));
  });

  it('spans that it refuses are counted, and it is logged once', async () => {
    collector.status = 400;
    const dropped = async () => {
      const family = (await metrics.collect()).find(({ name }) => name === 'rvs_spans_dropped_total');
      return family?.samples.reduce((sum, { value }) => sum + value, 0);
    };
    const before = (await dropped()) ?? 0;
    for (let count = 0; count < 3; count += 1) {
      tracing
        .tracerOf('verify-api')
        .enter({ name: 'GET', kind: 'server' }, { traceparent: `${CALLER}-01` })
        ?.end();
    }
    await eventually(async () => expect(await dropped()).toBe(before + 3));
    expect(log.match(/Exporting spans is failing/g)).toHaveLength(1);
    expect(log).not.toContain('a key');
  });
});

it('more spans than there is room for are dropped and counted', () => {
  const backlog = new SpanBacklog(2);
  expect([1, 2, 3].map(() => backlog.admit())).toEqual([true, true, false]);
  backlog.settle(2, true);
  expect([backlog.admit(), backlog.dropped]).toEqual([true, 1]);
  backlog.settle(1, false);
  expect(backlog.dropped).toBe(2);
});

describe('without a collector', () => {
  const run = promisify(execFile);
  const source = createRequire(import.meta.url).resolve('../../dist/tracing/index.js');

  /** How many modules of OpenTelemetry’s SDK a process has loaded once it has opened its tracing. */
  async function loadedBy(settings: object): Promise<number> {
    const script = `
      import { createRequire } from 'node:module';
      import { openTracing } from '${source}';
      const logger = { warn() {}, info() {}, debug() {} };
      const options = { settings: ${JSON.stringify(settings)}, environment: 'development', logger, metrics: { counter() {} } };
      const tracing = await openTracing(options);
      const { cache } = createRequire(import.meta.url);
      const loaded = Object.keys(cache).filter((path) => /@opentelemetry.(?!api)/.test(path));
      console.log(JSON.stringify([tracing === null, loaded.length]));
      process.exit(0);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    const [isOff, loaded] = JSON.parse(stdout) as [boolean, number];
    expect(isOff).toBe(loaded === 0);
    return loaded;
  }

  it('nothing of OpenTelemetry is loaded', async () => {
    expect(await loadedBy({ tracesSamplerRatio: 1 })).toBe(0);
    const endpoint = { otlpEndpoint: 'http://127.0.0.1:1', tracesSamplerRatio: 1 };
    expect(await loadedBy(endpoint)).toBeGreaterThan(10);
  });
});
