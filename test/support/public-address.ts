import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address by which clients know a service before it has started, as behind a proxy. */
export class PublicAddress {
  /** Where the service listens. */
  target = '';

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async open(): Promise<PublicAddress> {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const address = new PublicAddress(`http://127.0.0.1:${port}`, server);
    server.on('request', (incoming, outgoing) => {
      const { method, headers, url = '' } = incoming;
      const asked = request(new URL(url, address.target), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      asked.on('error', () => outgoing.destroy());
      incoming.pipe(asked);
    });
    return address;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
