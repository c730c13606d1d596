import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import {
  UnavailableError,
  type CommandEnvelope,
  type CommandReply,
  type CommandType,
} from '@service/contracts';
import { SerialByKey } from '@service/platform/batching';
import { inTime } from '@service/platform/scheduling';
import type { Tracer } from '@service/platform/tracing';
import { lastValueFrom } from 'rxjs';
import { CommandClient } from '../commands/command-client.js';
import { traceCommand } from '../commands/trace-command.js';

type CommandHandler = (command: CommandEnvelope) => Promise<unknown>;

/**
 * Replaces Kafka inside one process: commands reach the handler of their type, those of one aggregate in order,
 * and none past its deadline.
 */
export class EmbeddedCommandClient extends CommandClient {
  private readonly handlers = new Map<string, CommandHandler>();
  private readonly order = new SerialByKey();

  register(type: string, handler: CommandHandler): void {
    this.handlers.set(type, handler);
  }

  unregister(type: string): void {
    this.handlers.delete(type);
  }

  async send<Type extends CommandType>(command: CommandEnvelope<Type>): Promise<CommandReply<Type>> {
    const answer = this.order.run(command.key, () => this.handle(command));
    // One millisecond later: a timer may fire within the deadline's last millisecond, when the owner would still start.
    const left = Math.max(0, command.deadline - Date.now()) + 1;
    const late = () => new UnavailableError({ cause: 'command_not_answered', command: command.type });
    return (await inTime(answer, left, late)) as CommandReply<Type>;
  }

  private async handle(command: CommandEnvelope): Promise<unknown> {
    const { type, key, deadline } = command;
    const handler = this.handlers.get(type);
    if (handler === undefined) throw new UnavailableError({ cause: 'command_not_handled', command: type });
    const late = Date.now() - deadline;
    if (late >= 0) throw new UnavailableError({ cause: 'deadline_passed', key, late_ms: late });
    return handler(command);
  }
}

/** Nest's transport strategy for handlers in the process of their callers. */
export class EmbeddedServer extends Server implements CustomTransportStrategy {
  /** @param tracer of the app with the handlers. */
  constructor(
    private readonly client: EmbeddedCommandClient,
    private readonly tracer: Tracer | null = null,
  ) {
    super();
  }

  listen(callback: () => void): void {
    for (const [type, handler] of this.messageHandlers) {
      this.client.register(type, (received) =>
        traceCommand(this.tracer, 'handle', received, async (command) =>
          lastValueFrom<unknown>(this.transformToObservable(await handler(command))),
        ),
      );
    }
    callback();
  }

  close(): void {
    for (const type of this.messageHandlers.keys()) this.client.unregister(type);
  }

  /** There is no connection with events to listen to. */
  on(): never {
    throw new TypeError('The embedded transport has no events.');
  }

  unwrap(): never {
    throw new TypeError('The embedded transport has no client to unwrap.');
  }
}
