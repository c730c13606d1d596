import type { CommandEnvelope, CommandReply, CommandType } from '@service/contracts';

/** Sends commands to the apps that own their aggregates, and waits for what they answer. */
export abstract class CommandClient {
  /**
   * @throws ServiceError what the owner refused with; `service.unavailable` where no answer came before the
   *   command's deadline.
   */
  abstract send<Type extends CommandType>(command: CommandEnvelope<Type>): Promise<CommandReply<Type>>;
}
