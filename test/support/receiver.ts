import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** `event` of the body. */
  // eslint-disable-next-line typescript/no-explicit-any
  event: Record<string, any>;
  /** Milliseconds since 1970. */
  at: number;
}

type Behaviour = (delivery: Received, response: ServerResponse) => void;

const acknowledge: Behaviour = (_, response) => {
  response.writeHead(200).end();
};

/** A subscriber's endpoints on the loopback address: every path is one, and acknowledges by default. */
export class Receiver {
  readonly deliveries: Received[] = [];
  private readonly behaviours = new Map<string, Behaviour>();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const path = request.url ?? '';
      const { event } = JSON.parse(text) as Pick<Received, 'event'>;
      const delivery = { path, headers: request.headers, text, event, at: Date.now() };
      this.take(delivery);
      (this.behaviours.get(path) ?? acknowledge)(delivery, response);
    });
  });

  /** @param take gets each delivery. */
  private constructor(private readonly take: (delivery: Received) => void) {}

  /** @param take gets each delivery, which is then not stored. */
  static async start(take?: (delivery: Received) => void): Promise<Receiver> {
    const receiver = new Receiver(take ?? ((delivery) => receiver.deliveries.push(delivery)));
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  /** URL of an endpoint. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** The path of an unused endpoint: also of no receiver that had this port before, whose subscriptions may go on. */
  newPath(): string {
    return `/${randomUUID()}`;
  }

  /** Sets what an endpoint does from now on. */
  on(path: string, behaviour: Behaviour): void {
    this.behaviours.set(path, behaviour);
  }

  /** What arrived at an endpoint, in order. */
  at(path: string): Received[] {
    return this.deliveries.filter((delivery) => delivery.path === path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
