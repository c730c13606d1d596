import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collector that takes spans and keeps none. */
export interface SpanSink {
  endpoint: string;
  stop(): void;
}

/** Starts one on a free port of this machine. */
export async function startSpanSink(): Promise<SpanSink> {
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
