import type { CommandEnvelope, CommandReply, CommandType } from '@service/contracts';

/** How the commands of a project follow one another. */
export interface Pace {
  /** How many may be with an owner at a time just now: at least one, without which none would ever follow. */
  most(): number;
  /** Called when a command has waited for its turn. @throws ServiceError where its caller may no longer send it. */
  mayBegin(): void;
}

/** Sends commands to the apps that own their aggregates, and returns their replies. */
export abstract class CommandClient {
  /**
   * Where the result is that of an earlier command with the same idempotency key, the command is noted as replayed.
   * @throws ServiceError the owner's refusal; `service.unavailable` where no reply came before the command's
   *   deadline; that, or `rate.limited`, where too many commands are under way; what `pace` throws.
   */
  abstract send<Type extends CommandType>(
    command: CommandEnvelope<Type>,
    pace?: Pace,
  ): Promise<CommandReply<Type>>;
}
