import {
  agreedNow,
  UnavailableError,
  type CommandEnvelope,
  type CommandReply,
  type CommandType,
} from '@service/contracts';
import { SerialByKey } from '@service/platform/batching';
import { inTime } from '@service/platform/scheduling';
import { CommandClient, type Pace } from '../commands/command-client.js';
import type { CommandHandlers } from '../commands/command-handlers.js';
import { ProjectTurns } from '../commands/project-turns.js';

/**
 * Replaces Kafka inside one process: calls the owner's handlers for each command whose deadline has not passed.
 * Commands of one aggregate stay in order.
 */
export class EmbeddedCommandClient extends CommandClient {
  private readonly owners = new Map<string, CommandHandlers>();
  private readonly order = new SerialByKey();
  private readonly turns = new ProjectTurns();

  /** Hands commands over to the app that owns them. @returns what ends this. */
  serve(owner: CommandHandlers): () => void {
    for (const type of owner.types) this.owners.set(type, owner);
    return () => owner.types.forEach((type) => this.owners.delete(type));
  }

  async send<Type extends CommandType>(
    command: CommandEnvelope<Type>,
    pace?: Pace,
  ): Promise<CommandReply<Type>> {
    const handle = () => this.order.run(command.key, () => this.handle(command));
    const answer = this.turns.run(command, handle, pace);
    // One millisecond longer: a timer may fire within the deadline's last millisecond, when the owner still starts.
    const left = Math.max(0, command.deadline - agreedNow()) + 1;
    const late = () => new UnavailableError({ cause: 'command_not_answered', command: command.type });
    return (await inTime(answer, left, late)) as CommandReply<Type>;
  }

  private async handle(command: CommandEnvelope): Promise<unknown> {
    const { type, key, deadline } = command;
    const owner = this.owners.get(type);
    if (owner === undefined) throw new UnavailableError({ cause: 'command_not_handled', command: type });
    const late = agreedNow() - deadline;
    if (late >= 0) throw new UnavailableError({ cause: 'deadline_passed', key, late_ms: late });
    return owner.handle(command);
  }
}
