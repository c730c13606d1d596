import type { IncomingMessage } from 'node:http';
import { Amounts } from '@service/platform/batching';

/** Most bytes of large bodies that arrive in a process at a time. */
const MOST_BYTES = 128 * 1_048_576;

/**
 * Bounds the memory of bodies whose senders are not known yet. Where one more would be too many, the network with the most loses
 * the connection whose body has been arriving for longest.
 */
export class ArrivingBodies {
  /** The oldest first. */
  private readonly bodies = new Map<IncomingMessage, { size: number; network: string }>();
  /** Announced bytes by network. */
  private readonly sizes = new Amounts<string>();

  constructor(private readonly most = MOST_BYTES) {}

  get bytes(): number {
    return this.sizes.all;
  }

  /** Counts a body until it has arrived. */
  add(request: IncomingMessage, size: number, network: string): void {
    this.bodies.set(request, { size, network });
    this.sizes.add(network, size);
    const over = () => this.remove(request);
    request.once('end', over).once('close', over);
    while (this.bytes > this.most) this.cutOff(this.sizes.largest());
  }

  private cutOff(network: string | undefined): void {
    for (const [request, body] of this.bodies) {
      if (body.network !== network) continue;
      this.remove(request);
      request.destroy();
      return;
    }
  }

  private remove(request: IncomingMessage): void {
    const body = this.bodies.get(request);
    if (body === undefined) return;
    this.bodies.delete(request);
    this.sizes.add(body.network, -body.size);
  }
}
