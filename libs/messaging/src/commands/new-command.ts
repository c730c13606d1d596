import {
  agreedNow,
  newId,
  type CommandEnvelope,
  type CommandPayload,
  type CommandType,
} from '@service/contracts';

/** Default deadline of a command, in milliseconds from now. */
export const COMMAND_TIMEOUT = 8_000;

type GivenMember = 'key' | 'project_id' | 'issued_by';

/** Members of a command that the sender sets besides type and payload. */
export type CommandOrigin = Pick<CommandEnvelope, GivenMember> &
  Partial<Omit<CommandEnvelope, GivenMember | 'type' | 'payload'>>;

/** A command envelope with an id and a deadline; members that the sender leaves out are null. */
export function newCommand<Type extends CommandType>(
  type: Type,
  payload: CommandPayload<Type>,
  origin: CommandOrigin,
): CommandEnvelope<Type> {
  const now = agreedNow();
  return {
    id: newId('command'),
    type,
    request_id: null,
    issued_at: new Date(now).toISOString(),
    deadline: now + COMMAND_TIMEOUT,
    idempotency_key: null,
    body_digest: null,
    known_versions: {},
    traceparent: null,
    payload,
    ...origin,
  };
}
