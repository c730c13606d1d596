import type { IncomingMessage } from 'node:http';

/** Most bytes of large bodies that arrive in a process at a time. */
const MOST_BYTES = 128 * 1_048_576;

/**
 * Bounds the memory of bodies whose senders are not known yet. Where one more would be too many, the network with the most loses
 * the connection whose body has been arriving for longest.
 */
export class ArrivingBodies {
  /** Announced bytes by network, the oldest body first. */
  private readonly networks = new Map<string, { sum: number; sizes: Map<IncomingMessage, number> }>();
  private sum = 0;

  constructor(private readonly most = MOST_BYTES) {}

  get bytes(): number {
    return this.sum;
  }

  /** Counts a body until it has arrived. */
  add(request: IncomingMessage, size: number, network: string): void {
    const own = this.networks.get(network) ?? { sum: 0, sizes: new Map<IncomingMessage, number>() };
    this.networks.set(network, own);
    own.sizes.set(request, size);
    own.sum += size;
    this.sum += size;
    const over = () => this.remove(request, network);
    request.once('end', over).once('close', over);
    while (this.sum > this.most) this.cutOff();
  }

  private cutOff(): void {
    const [network, { sizes }] = [...this.networks].reduce((most, each) =>
      each[1].sum > most[1].sum ? each : most,
    );
    for (const [oldest] of sizes) {
      this.remove(oldest, network);
      oldest.destroy();
      return;
    }
  }

  private remove(request: IncomingMessage, network: string): void {
    const own = this.networks.get(network);
    const size = own?.sizes.get(request) ?? 0;
    if (own?.sizes.delete(request) !== true) return;
    own.sum -= size;
    this.sum -= size;
    if (own.sizes.size === 0) this.networks.delete(network);
  }
}
