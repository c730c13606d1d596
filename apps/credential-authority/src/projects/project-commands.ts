import {
  ServiceError,
  type CommandEnvelope,
  type ProjectEvent,
  type ProjectSnapshot,
} from '@service/contracts';
import { dataOf, handleCommand, newDataEvents, type EventStore } from '@service/event-store';
import { isForeign } from '../streams/stream-domain.js';
import { decide, evolve, type ProjectCommand } from './project.decider.js';

/** A command less the facts that are gathered here. */
export type ProjectIntent = ProjectCommand extends infer Each
  ? Each extends ProjectCommand
    ? Omit<Each, 'now'>
    : never
  : never;

/** Gathers the facts of a project command, has it decided and appends what happened. */
export class ProjectCommands {
  constructor(private readonly store: EventStore) {}

  /** Creates a project under an id that the sender made. */
  create(command: CommandEnvelope<{ name: string }>): Promise<ProjectSnapshot> {
    const { name } = command.payload;
    return this.change(command, { type: 'project.create', project_id: command.key, name }, null);
  }

  /** Changes a project, a suspended one too. */
  change(
    command: CommandEnvelope,
    intent: ProjectIntent,
    expectedVersion: number | null,
  ): Promise<ProjectSnapshot> {
    return handleCommand(this.store, {
      command,
      decide: (stream) => {
        if (isForeign(stream, 'project')) throw foreign(intent);
        const project = dataOf<ProjectEvent>(stream).reduce<ProjectSnapshot | null>(evolve, null);
        if (project !== null && expectedVersion !== null && expectedVersion !== project.version) {
          throw new ServiceError('project.version_conflict');
        }
        const events = decide(project, { ...intent, now: stream.readAt });
        const result = events.reduce<ProjectSnapshot | null>(evolve, project) as ProjectSnapshot;
        return { events: newDataEvents(command.key, events), result };
      },
    });
  }
}

/** An id that another kind of aggregate has can be taken by no project, and is none's. */
function foreign(intent: ProjectIntent): ServiceError {
  return new ServiceError(
    intent.type === 'project.create' ? 'project.transition_not_allowed' : 'project.not_found',
  );
}
