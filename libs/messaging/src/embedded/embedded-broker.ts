import { UnavailableError, type CommandEnvelope } from '@service/contracts';
import { SerialByKey } from '@service/platform/batching';
import { inTime } from '@service/platform/rounds';

export type CommandHandler = (command: CommandEnvelope) => Promise<unknown>;

/**
 * What Kafka is between processes, inside one: commands reach the handler of their type, one aggregate's in
 * order, and none past its deadline.
 */
export class EmbeddedBroker {
  private readonly handlers = new Map<string, CommandHandler>();
  private readonly order = new SerialByKey();

  register(type: string, handler: CommandHandler): void {
    this.handlers.set(type, handler);
  }

  unregister(type: string): void {
    this.handlers.delete(type);
  }

  /** Rejects with a ServiceError: the handler's, or `service.unavailable` past the deadline. */
  async request(type: string, command: CommandEnvelope): Promise<unknown> {
    const answer = this.order.run(command.key, () => this.handle(type, command));
    // One more: a timer may end within the deadline's last millisecond, when the owner would still begin.
    const left = Math.max(0, command.deadline - Date.now()) + 1;
    return inTime(answer, left, () => new UnavailableError({ cause: 'command_not_answered', command: type }));
  }

  private handle(type: string, command: CommandEnvelope): Promise<unknown> {
    const handler = this.handlers.get(type);
    if (handler === undefined) {
      return Promise.reject(new UnavailableError({ cause: 'command_not_handled', command: type }));
    }
    const { key, deadline } = command;
    const late = Date.now() - deadline;
    return late < 0
      ? handler(command)
      : Promise.reject(new UnavailableError({ cause: 'deadline_passed', key, late_ms: late }));
  }
}
