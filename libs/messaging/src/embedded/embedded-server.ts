import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import type { EmbeddedBroker } from './embedded-broker.js';

/** Nest's transport strategy for handlers in the process of their callers. */
export class EmbeddedServer extends Server implements CustomTransportStrategy {
  constructor(private readonly broker: EmbeddedBroker) {
    super();
  }

  listen(callback: () => void): void {
    for (const [type, handler] of this.messageHandlers) {
      this.broker.register(type, (command) => this.invoke(handler, command));
    }
    callback();
  }

  close(): void {
    for (const type of this.messageHandlers.keys()) this.broker.unregister(type);
  }

  /** There is no connection whose events could be listened to. */
  on(): never {
    throw new TypeError('The embedded transport has no events.');
  }

  unwrap(): never {
    throw new TypeError('The embedded transport wraps nothing.');
  }

  private async invoke(handler: MessageHandler, command: unknown): Promise<unknown> {
    return lastValueFrom(this.transformToObservable(await handler(command)));
  }
}
