import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of somebody else, with an empty page that may do anything. */
export class OtherSite {
  private readonly server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,">');
  });

  static async open(): Promise<OtherSite> {
    const site = new OtherSite();
    site.server.listen(0);
    await once(site.server, 'listening');
    return site;
  }

  /** Its origin at a host of this machine: cookies of `localhost` know no port. */
  at(host: 'localhost' | '127.0.0.1'): string {
    return `http://${host}:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
