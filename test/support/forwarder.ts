import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An address that stays while the server behind it changes. */
export class Forwarder {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((caller) => this.forward(caller));

  private constructor(private target: number) {}

  /** @param target a port of the loopback address. */
  static async to(target: number): Promise<Forwarder> {
    const forwarder = new Forwarder(target);
    await once(forwarder.server.listen(0, '127.0.0.1'), 'listening');
    return forwarder;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends the connections, and forwards new ones to another port. */
  pointTo(target: number): void {
    this.target = target;
    for (const socket of this.sockets) socket.destroy();
  }

  stop(): void {
    this.server.close();
    this.pointTo(0);
  }

  private forward(caller: Socket): void {
    const callee = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => undefined);
      from.once('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
