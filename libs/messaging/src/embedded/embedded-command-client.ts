import type { CommandEnvelope, CommandPayload, CommandReply, CommandType } from '@service/contracts';
import { CommandClient } from '../commands/command-client.js';
import type { EmbeddedBroker } from './embedded-broker.js';

/** Sends commands to handlers in this process. */
export class EmbeddedCommandClient extends CommandClient {
  constructor(private readonly broker: EmbeddedBroker) {
    super();
  }

  async send<Type extends CommandType>(
    type: Type,
    command: CommandEnvelope<CommandPayload<Type>>,
  ): Promise<CommandReply<Type>> {
    return (await this.broker.request(type, command)) as CommandReply<Type>;
  }
}
