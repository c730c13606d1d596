import {
  OPERATOR_BOUNDS,
  ServiceError,
  ownsAllProjects,
  requireIssuer,
  type CommandTypeOf,
  type OperatorSnapshot,
  type ReceivedCommand,
} from '@service/contracts';
import {
  handleCommand,
  newDataEvents,
  type Claim,
  type Decision,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import { isForeign } from '../streams/stream-domain.js';
import { findOtherOwner, findProjects, readManager, requireManager, type Fact } from './operator-facts.js';
import { operatorOf } from './operator-of.js';
import { decide, evolve, keyTaken } from './operator.decider.js';
import type { LikelyOwners } from './owners-of-all.js';
import type { Manager } from './manager.decider.js';

type CallersCommand = ReceivedCommand<CommandTypeOf<'operator'>>;

/** Gathers the facts of a command on an operator, has it decided and appends the events. */
export class OperatorCommands {
  constructor(
    private readonly store: EventStore,
    private readonly owners: LikelyOwners,
  ) {}

  /** Handles a command on an operator; the sender made a new one's id. The append asserts all that it depends on. */
  handle(command: CallersCommand): Promise<OperatorSnapshot> {
    return handleCommand(this.store, {
      command,
      taken: keyTaken,
      decide: (stream) => this.decideFor(command, stream),
    });
  }

  private async decideFor(
    command: CallersCommand,
    stream: LoadedStream,
  ): Promise<Decision<OperatorSnapshot>> {
    requireIssuer(command);
    const { key: operator_id, issued_by, project_id: within } = command;
    requireKind(stream, command);
    const operator = operatorOf(stream);
    const manager = await readManager(this.store, issued_by, stream, operator_id);
    const inviter = await this.readInviter(command, operator, stream);
    const other = await this.readOtherOwner(command, operator);
    const events = decide(operator, command, {
      now: stream.readAt,
      operator_id,
      issued_by,
      manager: { ...requireManager(manager.value), within },
      inviter: inviter.value,
      has_other_owner: other.value,
      known_projects: await findProjects(this.store, projectsNamedBy(command)),
    });
    return {
      events: newDataEvents(operator_id, events),
      result: events.reduce<OperatorSnapshot | null>(evolve, operator) as OperatorSnapshot,
      asserted: [...manager.asserted, ...inviter.asserted, ...other.asserted],
      claims: claimsOf(command, operator_id),
    };
  }

  private async readInviter(
    command: CallersCommand,
    operator: OperatorSnapshot | null,
    stream: LoadedStream,
  ): Promise<Fact<Manager | null>> {
    const redeems = command.type === 'operator.add_key' && command.payload.invitation_digest !== null;
    if (!redeems || operator === null || operator.invited_by === null) return NOBODY;
    return readManager(this.store, operator.invited_by, stream, operator.id);
  }

  private async readOtherOwner(
    { type }: CallersCommand,
    operator: OperatorSnapshot | null,
  ): Promise<Fact<boolean>> {
    const mayEnd = type === 'operator.remove' || type === 'operator.change_roles';
    if (!mayEnd || operator?.state !== 'active' || !ownsAllProjects(operator.grants)) return UNASKED;
    return findOtherOwner(this.store, this.owners, operator);
  }
}

const NOBODY: Fact<null> = { value: null, asserted: [] };
const UNASKED: Fact<boolean> = { value: false, asserted: [] };

/** An id of another kind of aggregate cannot become an operator's, and no operator has it. */
function requireKind(stream: LoadedStream, { type }: CallersCommand): void {
  if (!isForeign(stream, 'operator')) return;
  const creates = type === 'operator.invite' || type === 'operator.provision';
  throw new ServiceError(creates ? 'operator.transition_not_allowed' : 'operator.not_found');
}

function projectsNamedBy(command: CallersCommand): (string | null)[] {
  if (!('grants' in command.payload)) return [];
  const { grants } = command.payload;
  if (grants.length > OPERATOR_BOUNDS.grants) return [];
  return grants.map(({ project_id }) => project_id);
}

/** A key is one operator's forever: who was removed does not come back by it. */
function claimsOf(command: CallersCommand, owner: string): Claim[] {
  if (command.type !== 'operator.add_key' && command.type !== 'operator.provision') return [];
  return [{ name: `operator_key/${command.payload.key.thumbprint}`, owner }];
}
