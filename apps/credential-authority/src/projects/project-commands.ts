import {
  ServiceError,
  conflictWith,
  type CommandTypeOf,
  type ProjectEvent,
  type ProjectSnapshot,
  type ReceivedCommand,
} from '@service/contracts';
import {
  dataOf,
  handleCommand,
  newDataEvents,
  type AssertedStream,
  type Decision,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import { requireOperatorHolds } from '../operators/issuing-operator.js';
import { isForeign } from '../streams/stream-domain.js';
import { decide, evolve } from './project.decider.js';

type ProjectCommand = ReceivedCommand<CommandTypeOf<'project'>>;

/** Gathers the facts of a project command, has it decided and appends the events. */
export class ProjectCommands {
  constructor(private readonly store: EventStore) {}

  /**
   * Handles an operator's command on a project, even on a suspended one, and a caller's on its own; the sender made a
   * new one's id.
   */
  handle(command: ProjectCommand): Promise<ProjectSnapshot> {
    return handleCommand(this.store, {
      command,
      decide: async (stream) => {
        const asserted = await this.requireIssuer(command);
        return { ...decideOn(stream, command), asserted };
      },
    });
  }

  /** People who own all projects change them; those who manage one block its subjects. */
  private requireIssuer(command: ProjectCommand): Promise<AssertedStream[]> {
    const { type, project_id } = command;
    const onSubject = type === 'project.block_subject' || type === 'project.unblock_subject';
    return onSubject && project_id !== null
      ? requireOperatorHolds(this.store, command, project_id, 'manage')
      : requireOperatorHolds(this.store, command, null, 'operator');
  }
}

function decideOn(stream: LoadedStream, command: ProjectCommand): Decision<ProjectSnapshot> {
  const { key: project_id, project_id: callersProject } = command;
  // An id of another kind of aggregate cannot become a project's, and no project has it.
  if (isForeign(stream, 'project')) {
    const creates = command.type === 'project.create';
    throw new ServiceError(creates ? 'project.transition_not_allowed' : 'project.not_found');
  }
  if (callersProject !== null && callersProject !== project_id) throw new ServiceError('project.not_found');
  const project = dataOf<ProjectEvent>(stream).reduce<ProjectSnapshot | null>(evolve, null);
  if (callersProject !== null && project?.state === 'suspended') throw new ServiceError('project.suspended');
  const expected = command.type === 'project.create' ? null : command.payload.expected_version;
  if (project !== null && expected !== null && expected !== project.version) {
    throw conflictWith('project.version_conflict', project);
  }
  const events = decide(project, command, { now: stream.readAt, project_id });
  const result = events.reduce<ProjectSnapshot | null>(evolve, project) as ProjectSnapshot;
  return { events: newDataEvents(project_id, events), result };
}
