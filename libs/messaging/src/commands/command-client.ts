import type { CommandEnvelope, CommandReply, CommandType } from '@service/contracts';

/** Sends commands to the apps that own their aggregates, and returns their replies. */
export abstract class CommandClient {
  /**
   * Where the result is that of an earlier command with the same idempotency key, the command is noted as replayed.
   * @throws ServiceError the owner's refusal; `service.unavailable` where no reply came before the command's
   *   deadline; that, or `rate.limited`, where too many commands are under way.
   */
  abstract send<Type extends CommandType>(command: CommandEnvelope<Type>): Promise<CommandReply<Type>>;
}
