import type { IncomingMessage } from 'node:http';

/** Most bytes of large bodies that arrive in a process at a time. */
const MOST_BYTES = 128 * 1_048_576;

/**
 * Bounds the memory of bodies whose senders are not known yet. Where one more would be too many, the one that has been arriving
 * for longest loses its connection: a client that sends what it announced is done long before that.
 */
export class ArrivingBodies {
  /** Announced bytes, oldest first. */
  private readonly sizes = new Map<IncomingMessage, number>();
  private sum = 0;

  constructor(private readonly most = MOST_BYTES) {}

  get bytes(): number {
    return this.sum;
  }

  /** Counts a body until it has arrived. */
  add(request: IncomingMessage, size: number): void {
    for (const [oldest] of this.sizes) {
      if (this.sum + size <= this.most) break;
      this.remove(oldest);
      oldest.destroy();
    }
    this.sizes.set(request, size);
    this.sum += size;
    const over = () => this.remove(request);
    request.once('end', over).once('close', over);
  }

  private remove(request: IncomingMessage): void {
    this.sum -= this.sizes.get(request) ?? 0;
    this.sizes.delete(request);
  }
}
