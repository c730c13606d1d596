import {
  agreedNow,
  KEY_ID_CLAIM,
  ServiceError,
  conflictWith,
  credentialStateAt,
  insufficientScope,
  isServiceIssuer,
  requireIssuer,
  type CommandTypeOf,
  type CredentialSnapshot,
  type ReceivedCommand,
  type StoredSecret,
} from '@service/contracts';
import {
  handleCommand,
  newDataEvents,
  type Claim,
  type Decision,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import { readActiveProject } from '../projects/active-project.js';
import type { CountsOfProjects } from '../projects/project-counts.js';
import { isForeign } from '../streams/stream-domain.js';
import { decide, evolve, type CredentialCommand, type CredentialFacts } from './credential.decider.js';
import { authenticCredentialOf, credentialOf, findAuthorities, readIssuer } from './issue-facts.js';

type CallersCommand = ReceivedCommand<CommandTypeOf<'credential'>>;

/** Gathers the facts of a credential command, has it decided and appends the events. */
export class CredentialCommands {
  /** @param most how many live credentials a project may have. */
  constructor(
    private readonly store: EventStore,
    private readonly counts: Pick<CountsOfProjects, 'liveCredentials'>,
    private readonly most: number,
  ) {}

  /**
   * Handles a caller's command on a credential of the command's project, or on an operator's where the command
   * has no project; the sender made a new one's id. The append asserts the versions of project and issuer that
   * the decision depends on.
   */
  handle(command: CallersCommand): Promise<CredentialSnapshot> {
    return handleCommand(this.store, {
      command,
      taken: (_, name) => (name.startsWith(KEY_ID_CLAIM) ? keyIdTaken() : notFirst()),
      decide: (stream) => this.decideFor(command, stream),
    });
  }

  /** Expires a credential that is due; another one stays as it is. */
  async expire(credentialId: string): Promise<void> {
    await handleCommand(this.store, {
      command: { key: credentialId, deadline: agreedNow() + 5_000 },
      decide: (stream) => {
        requireKind(stream, false);
        const facts = { credential_id: credentialId, project_id: null, ...NOTHING_OF_OTHERS };
        return decideOn(stream, { type: 'credential.expire' }, facts);
      },
    });
  }

  private async decideFor(
    command: CallersCommand,
    stream: LoadedStream,
  ): Promise<Decision<CredentialSnapshot>> {
    requireIssuer(command);
    const { key: credential_id, project_id, issued_by } = command;
    // A leaked credential of a suspended project is revoked too: it would work again after a resumption.
    const bySelf = isServiceIssuer(issued_by) && command.type === 'credential.revoke';
    const project =
      bySelf || project_id === null ? null : await readActiveProject(this.store, project_id, noSuchProject);
    if (command.type === 'credential.issue') requireKind(stream, true);
    else requireCredential(stream, command, project_id);
    const facts = { credential_id, project_id, ...NOTHING_OF_OTHERS };
    const asserted = project?.asserted ?? [];
    switch (command.type) {
      case 'credential.issue': {
        const { issuer, asserted: byIssuer } = await readIssuer(this.store, command, stream);
        const wanted = command.payload.authorities ?? [];
        const known_authorities = await findAuthorities(this.store, project_id, wanted);
        const longest_days = project?.snapshot.max_credential_days ?? null;
        return {
          ...decideOn(stream, command, {
            ...facts,
            issuer,
            known_authorities,
            longest_days,
            is_full: project_id !== null && this.counts.liveCredentials(project_id) >= this.most,
          }),
          asserted: [...asserted, ...byIssuer],
          claims: [
            keyId(command.payload, credential_id),
            ...(issuer?.project_id === null ? [firstCredential(project_id, credential_id)] : []),
          ],
        };
      }
      case 'credential.rotate':
      case 'credential.update':
      case 'credential.revoke': {
        const { issuer, asserted: byIssuer } = await readIssuer(this.store, command, stream);
        return {
          ...decideOn(stream, command, { ...facts, issuer }),
          asserted: [...asserted, ...byIssuer],
          claims: command.type === 'credential.rotate' ? [keyId(command.payload, credential_id)] : [],
        };
      }
    }
  }
}

/** The facts of a command without issuer and references. */
const NOTHING_OF_OTHERS = { issuer: null, known_authorities: [], longest_days: null, is_full: false };

function decideOn(
  stream: LoadedStream,
  command: CredentialCommand,
  facts: Omit<CredentialFacts, 'now'>,
): Decision<CredentialSnapshot> {
  const credential = credentialFor(command, stream);
  const { events, refusal } = decide(credential, command, { ...facts, now: stream.readAt });
  const result = events.reduce<CredentialSnapshot | null>(evolve, credential) as CredentialSnapshot;
  return { events: newDataEvents(facts.credential_id, events), refusal, result };
}

function requireKind(stream: LoadedStream, creates: boolean): void {
  if (!isForeign(stream, 'credential')) return;
  throw new ServiceError(creates ? 'credential.transition_not_allowed' : 'credential.not_found');
}

/** The credential that a command changes; one with forged events can still be ended. */
function credentialFor({ type }: CredentialCommand, stream: LoadedStream): CredentialSnapshot | null {
  const ends = type === 'credential.revoke' || type === 'credential.expire';
  return ends ? authenticCredentialOf(stream) : credentialOf(stream);
}

function requireCredential(
  stream: LoadedStream,
  command: Exclude<CallersCommand, { type: 'credential.issue' }>,
  projectId: string | null,
): void {
  requireKind(stream, false);
  const expectedVersion = command.payload.expected_version;
  const credential = credentialFor(command, stream);
  if (credential === null || credential.project_id !== projectId)
    throw new ServiceError('credential.not_found');
  if (expectedVersion !== null && expectedVersion !== stream.version) {
    const state = credentialStateAt(credential, stream.readAt);
    throw conflictWith('credential.version_conflict', { version: stream.version, state });
  }
}

/** A claim by which no other credential can have the same key id, ever. */
function keyId({ secret }: { secret: StoredSecret }, owner: string): Claim {
  return { name: `${KEY_ID_CLAIM}${secret.key_id}`, owner };
}

function keyIdTaken(): ServiceError {
  const message = 'Another credential has the key id of this secret.';
  return new ServiceError('credential.transition_not_allowed', { message });
}

/** A claim of which only one credential in a project can be the owner: the one that operators issue. */
function firstCredential(projectId: string | null, owner: string): Claim {
  return { name: `${projectId}/first_credential`, owner };
}

/** Only operators claim to issue a first credential. */
function notFirst(): ServiceError {
  const message = 'Operators issue the first credential of a project, and no other.';
  return insufficientScope('manage', ['operator'], message);
}

function noSuchProject(): ServiceError {
  return new ServiceError('credential.not_found', { message: 'There is no such project.' });
}
