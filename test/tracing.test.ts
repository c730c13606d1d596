import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SpanCollector, eventually, type CollectedSpan } from '@service/testing';
import { describeService } from './support/describe-service.js';
import { Receiver, type Received } from './support/receiver.js';

const PATIENCE = { timeout: 20_000 };

/** The trace of a caller, and the headers that say whether it is recorded. */
function callerTrace(flags: '00' | '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const headers = { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: 'vendor=opaque' };
  return { traceId, spanId, headers };
}

const collector = await SpanCollector.start();
afterAll(() => collector.stop());

// Only callers decide what is recorded: requests of the fixture have no trace.
const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' };

describeService({ name: 'a service that is traced', env }, (service, fixture) => {
  let receiver: Receiver;
  let at: string;
  beforeAll(async () => {
    receiver = await Receiver.start();
    at = receiver.newPath();
    const endpoint = receiver.url(at);
    await fixture.admin.post('/v1/subscriptions', { endpoint, categories: ['record'] });
  });
  afterAll(() => receiver.stop());

  /** Registers a record within a trace. @returns its id, and the delivery of its event. */
  async function write(headers: Record<string, string>): Promise<{ id: string; delivery: Received }> {
    const { status, body } = await fixture.admin.post(
      '/v1/records',
      { authority_id: fixture.authorityId, origin: 'https://registry.example/1', content: 'content' },
      headers,
    );
    expect(status).toBe(201);
    const id = String(body['id']);
    const [delivery] = await eventually(() => {
      const arrived = receiver.at(at).filter(({ event }) => event['record_id'] === id);
      expect(arrived).toHaveLength(1);
      return arrived;
    }, PATIENCE);
    return { id, delivery: delivery as Received };
  }

  /** The one span of a name that has a link to another. */
  const linked = (name: string, { traceId, spanId }: Pick<CollectedSpan, 'traceId' | 'spanId'>) =>
    collector.spans.filter(
      (span) => span.name === name && span.links.some((to) => to.traceId === traceId && to.spanId === spanId),
    );

  describe('a write', () => {
    const caller = callerTrace('01');
    let trace: CollectedSpan[];
    let delivery: Received;
    let delivered: CollectedSpan;
    beforeAll(async () => {
      // Neither is recorded; whatever they would leave behind would have come when the third is there.
      const passed = [await write(callerTrace('00').headers), await write({})];
      for (const each of passed) expect(each.delivery.headers).not.toHaveProperty('traceparent');
      ({ delivery } = await write(caller.headers));
      const [appended] = await eventually(() => {
        trace = collector.of(caller.traceId);
        const found = trace.filter(({ name }) => name === 'append record_store');
        expect(found).toHaveLength(1);
        expect(trace).toHaveLength(service.distributed ? 5 : 4);
        return found;
      }, PATIENCE);
      [delivered] = (await eventually(() => {
        const spans = linked('deliver', appended as CollectedSpan);
        expect(spans).toHaveLength(1);
        return spans;
      }, PATIENCE)) as [CollectedSpan];
    }, 60_000);

    it('is one trace from its caller to the append, each hop with a span of its own', () => {
      const hops = [
        'POST /v1/records',
        'send record.register',
        'handle record.register',
        'append record_store',
      ];
      const path = hops.map((hop) => trace.find(({ name }) => name === hop) as CollectedSpan);
      expect(path.map(({ kind, resource }) => [kind, resource['service.name']])).toEqual([
        ['server', 'verify-api'],
        ['client', 'verify-api'],
        ['server', 'record-store'],
        ['client', 'record-store'],
      ]);
      expect(path.map(({ parentSpanId }) => parentSpanId)).toEqual([
        caller.spanId,
        ...path.slice(0, -1).map(({ spanId }) => spanId),
      ]);
      expect(new Set(trace.map(({ spanId }) => spanId)).size).toBe(trace.length);
      expect(path[0]?.attributes).toMatchObject({
        'http.request.method': 'POST',
        'http.route': '/v1/records',
        'http.response.status_code': 201,
        'rvs.operation': 'records.register',
        'rvs.request_id': expect.stringMatching(/^req_/),
      });
      for (const { resource } of trace)
        expect(resource).toMatchObject({ 'deployment.environment.name': 'development' });
      const published = trace
        .filter(({ kind }) => kind === 'producer')
        .map(({ parentSpanId }) => parentSpanId);
      expect(published).toEqual(service.distributed ? [path[3]?.spanId] : []);
    });

    it('passes on what other vendors say of its trace', () => {
      for (const { traceState } of trace.filter(({ kind }) => kind !== 'producer'))
        expect(traceState).toBe('vendor=opaque');
    });

    it('is delivered in another trace, which has a link to it and goes on at the endpoint', () => {
      expect([delivered.parentSpanId, delivered.kind]).toEqual(['', 'client']);
      expect(delivered.traceId).not.toBe(caller.traceId);
      expect(delivery.headers['traceparent']).toBe(`00-${delivered.traceId}-${delivered.spanId}-01`);
      expect(delivery.headers).not.toHaveProperty('tracestate');
      expect(delivered.resource['service.name']).toBe('webhook-dispatcher');
      expect(delivered.attributes).toMatchObject({
        'http.response.status_code': 200,
        'rvs.attempt': 1,
        'rvs.event_id': delivery.event['id'],
      });
    });

    it('is applied to the views in batches, which have links to it', async () => {
      const appended = trace.find(({ name }) => name === 'append record_store') as CollectedSpan;
      await eventually(() => {
        const applied = collector.spans.filter(({ links }) =>
          links.some(({ spanId }) => spanId === appended.spanId),
        );
        expect(applied.map(({ name }) => name)).toEqual(
          expect.arrayContaining([
            'apply verify_api_records.records',
            'apply webhook_dispatcher.record_store',
          ]),
        );
      }, PATIENCE);
    });

    it('leaves nothing in spans that tells who asked, for what, and where it is delivered', () => {
      const text = JSON.stringify(collector.spans);
      const { admin } = service.tokens.development;
      for (const secret of [
        admin,
        admin.split('_')[2],
        fixture.projectId,
        receiver.url(at),
        'registry.example',
      ])
        expect(text).not.toContain(secret);
    });

    it('leaves no span where its caller records none, and where nobody decides', () => {
      const links = collector.spans.flatMap((span) => span.links.map(({ traceId }) => traceId));
      expect(new Set(links)).toEqual(new Set([caller.traceId]));
      const roots = collector.spans.filter(({ links: to }) => to.length === 0);
      expect(new Set(roots.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]));
    });
  });

  it('a refusal has its code, and a path without a route is not told', async () => {
    const [unknown, secret] = [callerTrace('01'), callerTrace('01')];
    await fixture.admin.post('/v1/records/rec_0/revoke', { reason: 'a test' }, unknown.headers);
    await fixture.anonymous.call('GET', '/v1/hidden?key=word', { headers: secret.headers });
    const [refused, lost] = await eventually(() => {
      const spans = [...collector.of(unknown.traceId), ...collector.of(secret.traceId)];
      expect(spans.filter(({ kind }) => kind === 'server').length).toBeGreaterThanOrEqual(2);
      return [collector.of(unknown.traceId), collector.of(secret.traceId)].map(
        (each) => each[0] as CollectedSpan,
      );
    }, PATIENCE);
    expect(refused).toMatchObject({ name: expect.stringMatching(/^POST \/v1\/records\/:/), failed: false });
    expect(refused?.attributes).toMatchObject({ 'error.type': 'record.not_found' });
    expect(lost).toMatchObject({ name: 'GET', attributes: { 'error.type': 'route.not_found' } });
    expect(JSON.stringify(lost)).not.toMatch(/hidden|word/);
  });

  it('a collector that refuses spans costs them alone, and they are counted', async () => {
    collector.status = 400;
    try {
      const { status } = await fixture.admin.get('/v1/status', callerTrace('01').headers);
      expect(status).toBe(200);
      // The apps on Kafka have ports of their own.
      if (service.distributed) return;
      await eventually(async () => {
        const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
        const [, dropped] =
          /^rvs_spans_dropped_total\{environment="development"\} (\d+)$/m.exec(metrics) ?? [];
        expect(Number(dropped)).toBeGreaterThanOrEqual(1);
      }, PATIENCE);
    } finally {
      collector.status = 200;
    }
  });
});
