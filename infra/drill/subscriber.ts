import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A subscriber’s endpoint, which notes the ids of the events that it acknowledges. */
export class Subscriber {
  /** Ids of events in the order of their deliveries; repeated deliveries count again. */
  readonly received: string[] = [];
  /** Whether it refuses deliveries, so that they are repeated later. */
  isAway = false;
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (this.isAway) {
        response.writeHead(503).end();
        return;
      }
      const { event } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { event: { id: string } };
      this.received.push(event.id);
      response.writeHead(200).end();
    });
  });

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
