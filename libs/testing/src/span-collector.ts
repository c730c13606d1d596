import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = string | number | boolean;

/** A span as a collector receives it. */
export interface CollectedSpan {
  name: string;
  /** `server`, `client`, `producer`, `consumer` or `internal`. */
  kind: string;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  traceState: string;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, Value>;
  /** Of the process that made it. */
  resource: Record<string, Value>;
  failed: boolean;
  /** Milliseconds since 1970. */
  begin: number;
  end: number;
}

/** A collector of OTLP over HTTP (JSON), on the loopback address. */
export class SpanCollector {
  readonly spans: CollectedSpan[] = [];
  /** The headers of the requests. */
  readonly headers: NodeJS.Dict<string | string[]>[] = [];
  /** What it answers. */
  status = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SpanCollector> {
    const server = createServer();
    const collector = new SpanCollector(server);
    server.on('request', (request, response) => {
      void collector.take(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace, in the order of their begin. */
  of(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId).sort((a, b) => a.begin - b.begin);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as Exported;
    this.headers.push({ ...request.headers, ':path': request.url });
    if (this.status === 200) this.spans.push(...spansOf(body));
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
}

interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: ExportedSpan[] }[];
  }[];
}

interface ExportedSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> {
  parentSpanId?: string;
  traceState?: string;
  kind: number;
  attributes: Attribute[];
  links?: CollectedSpan['links'];
  status?: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const FAILED = 2;

function spansOf({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        name: span.name,
        kind: KINDS[span.kind] ?? '',
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        traceState: span.traceState ?? '',
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
        failed: span.status?.code === FAILED,
        begin: Number(span.startTimeUnixNano) / 1e6,
        end: Number(span.endTimeUnixNano) / 1e6,
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, Value> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  );
}
