import {
  ServiceError,
  type CommandEnvelope,
  type CredentialEvent,
  type CredentialSnapshot,
  type IssueCredential,
} from '@service/contracts';
import {
  handleCommand,
  type Decision,
  type EventStore,
  type HandledCommand,
  type LoadedStream,
} from '@service/event-store';
import { requireActiveProject } from '../projects/active-project.js';
import { dataOf, newDataEvents } from '../streams/data-events.js';
import { isForeign } from '../streams/stream-domain.js';
import { decide, evolve, type CredentialCommand } from './credential.decider.js';

/** A command less the facts that are gathered here. */
export type CredentialIntent = CredentialCommand extends infer Each
  ? Each extends CredentialCommand
    ? Omit<Each, 'now'>
    : never
  : never;

/** Gathers the facts of a credential command, has it decided and appends what happened. */
export class CredentialCommands {
  constructor(private readonly store: EventStore) {}

  /** Issues a credential under an id that the sender made; one of no project is an operator's. */
  issue(command: CommandEnvelope<IssueCredential>): Promise<CredentialSnapshot> {
    const { key: credential_id, project_id, issued_by, payload } = command;
    const intent: CredentialIntent = {
      type: 'credential.issue',
      credential_id,
      project_id,
      issued_by,
      ...payload,
    };
    return this.change(command, intent, null);
  }

  /** Changes a credential of the command's project, or an operator's where the command has none. */
  change(
    command: CommandEnvelope,
    intent: CredentialIntent,
    expectedVersion: number | null,
  ): Promise<CredentialSnapshot> {
    const { key, project_id } = command;
    const creates = intent.type === 'credential.issue';
    return this.handle(command, async (stream) => {
      const asserted =
        project_id === null ? [] : [await requireActiveProject(this.store, project_id, noSuchProject)];
      requireKind(stream, creates);
      if (!creates) requireCredential(stream, project_id, expectedVersion);
      return { ...decideOn(stream, key, intent), asserted };
    });
  }

  /** Ends a credential that is due; one that is not stays as it is. */
  async expire(credentialId: string): Promise<void> {
    await this.handle({ key: credentialId, deadline: Date.now() + 5_000 }, (stream) => {
      requireKind(stream, false);
      return decideOn(stream, credentialId, { type: 'credential.expire' });
    });
  }

  private handle(
    command: HandledCommand,
    onStream: (stream: LoadedStream) => Promise<Decision<CredentialSnapshot>> | Decision<CredentialSnapshot>,
  ): Promise<CredentialSnapshot> {
    return handleCommand(this.store, { command, decide: onStream });
  }
}

function requireKind(stream: LoadedStream, creates: boolean): void {
  if (!isForeign(stream, 'credential')) return;
  throw new ServiceError(creates ? 'credential.transition_not_allowed' : 'credential.not_found');
}

function decideOn(
  stream: LoadedStream,
  credentialId: string,
  intent: CredentialIntent,
): Decision<CredentialSnapshot> {
  const credential = replay(stream);
  const { events, refusal } = decide(credential, { ...intent, now: stream.readAt });
  const result = events.reduce<CredentialSnapshot | null>(evolve, credential) as CredentialSnapshot;
  return { events: newDataEvents(credentialId, events), refusal, result };
}

function replay(stream: LoadedStream): CredentialSnapshot | null {
  return dataOf<CredentialEvent>(stream).reduce<CredentialSnapshot | null>(evolve, null);
}

function requireCredential(
  stream: LoadedStream,
  projectId: string | null,
  expectedVersion: number | null,
): void {
  if (replay(stream)?.project_id !== projectId) throw new ServiceError('credential.not_found');
  if (expectedVersion !== null && expectedVersion !== stream.version) throw versionConflict();
}

function versionConflict(): ServiceError {
  return new ServiceError('credential.version_conflict');
}

function noSuchProject(): ServiceError {
  return new ServiceError('credential.not_found', { message: 'There is no such project.' });
}
