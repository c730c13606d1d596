import {
  ServiceError,
  type CommandEnvelope,
  type CredentialSnapshot,
  type IssueCredential,
  type RotateCredential,
} from '@service/contracts';
import {
  handleCommand,
  newDataEvents,
  type Claim,
  type CommandTarget,
  type Decision,
  type EventStore,
  type HandledCommand,
  type LoadedStream,
} from '@service/event-store';
import { readActiveProject, type ActiveProject } from '../projects/active-project.js';
import { isForeign } from '../streams/stream-domain.js';
import { decide, evolve, type CredentialCommand } from './credential.decider.js';
import { credentialOf, findAuthorities, readIssuer } from './issue-facts.js';

/** A command less the facts that are gathered here. */
type CredentialIntent = CredentialCommand extends infer Each
  ? Each extends CredentialCommand
    ? Omit<Each, 'now'>
    : never
  : never;

type ChangeIntent = Extract<CredentialIntent, { type: 'credential.update' | 'credential.revoke' }>;

/** Gathers the facts of a credential command, has it decided and appends what happened. */
export class CredentialCommands {
  constructor(private readonly store: EventStore) {}

  /**
   * Issues a credential under an id that the sender made; one of no project is an operator's. The issuer must
   * still be what the decision found it to be when the credential is appended.
   */
  issue(command: CommandEnvelope<IssueCredential>): Promise<CredentialSnapshot> {
    const { key: credential_id, project_id, issued_by, payload } = command;
    const onStream = async (stream: LoadedStream): Promise<Decision<CredentialSnapshot>> => {
      const project = await this.readProject(project_id);
      requireKind(stream, true);
      const { issuer, asserted } = await readIssuer(this.store, command, stream);
      const decision = decideOn(stream, credential_id, {
        ...payload,
        type: 'credential.issue',
        credential_id,
        project_id,
        issued_by,
        issuer,
        known_authorities: await findAuthorities(this.store, project_id, payload.authorities ?? []),
        longest_days: project?.snapshot.max_credential_days ?? null,
      });
      return {
        ...decision,
        asserted: [...(project?.asserted ?? []), ...asserted],
        claims: issuer?.project_id === null ? [firstCredential(project_id, credential_id)] : [],
      };
    };
    return this.handle(command, onStream, notFirst);
  }

  /** Gives a credential of the command's project a new secret; the issuer is held to as for an issue. */
  rotate(command: CommandEnvelope<RotateCredential>): Promise<CredentialSnapshot> {
    const { expected_version, overlap_seconds, secret } = command.payload;
    return this.handle(command, async (stream) => {
      const project = await this.readProject(command.project_id);
      requireCredential(stream, command.project_id, expected_version);
      const { issuer, asserted } = await readIssuer(this.store, command, stream);
      const intent = { type: 'credential.rotate', secret, overlap_seconds, issuer } as const;
      return {
        ...decideOn(stream, command.key, intent),
        asserted: [...(project?.asserted ?? []), ...asserted],
      };
    });
  }

  /** Changes a credential of the command's project, or an operator's where the command has none. */
  change(
    command: CommandEnvelope,
    intent: ChangeIntent,
    expectedVersion: number | null,
  ): Promise<CredentialSnapshot> {
    const { key, project_id } = command;
    return this.handle(command, async (stream) => {
      // A leaked credential of a suspended project is revoked all the same, or it would live again with it.
      const bySelf = command.issued_by === null && intent.type === 'credential.revoke';
      const project = bySelf ? null : await this.readProject(project_id);
      requireCredential(stream, project_id, expectedVersion);
      return { ...decideOn(stream, key, intent), asserted: project?.asserted ?? [] };
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
    onStream: CommandTarget<CredentialSnapshot>['decide'],
    taken?: () => ServiceError,
  ): Promise<CredentialSnapshot> {
    return handleCommand(this.store, {
      command,
      decide: onStream,
      ...(taken === undefined ? {} : { taken }),
    });
  }

  /** The project that a command happens in; null for an operator's, which happen in none. */
  private async readProject(projectId: string | null): Promise<ActiveProject | null> {
    return projectId === null ? null : readActiveProject(this.store, projectId, noSuchProject);
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
  const credential = credentialOf(stream);
  const { events, refusal } = decide(credential, { ...intent, now: stream.readAt });
  const result = events.reduce<CredentialSnapshot | null>(evolve, credential) as CredentialSnapshot;
  return { events: newDataEvents(credentialId, events), refusal, result };
}

function requireCredential(
  stream: LoadedStream,
  projectId: string | null,
  expectedVersion: number | null,
): void {
  requireKind(stream, false);
  if (credentialOf(stream)?.project_id !== projectId) throw new ServiceError('credential.not_found');
  if (expectedVersion !== null && expectedVersion !== stream.version) {
    throw new ServiceError('credential.version_conflict');
  }
}

/** Of all that operators issue in a project, one can have this name. */
function firstCredential(projectId: string | null, owner: string): Claim {
  return { name: `${projectId}/first_credential`, owner };
}

function notFirst(): ServiceError {
  const message = 'Operators issue the first credential of a project, and no other.';
  return new ServiceError('authority.insufficient_scope', { message });
}

function noSuchProject(): ServiceError {
  return new ServiceError('credential.not_found', { message: 'There is no such project.' });
}
