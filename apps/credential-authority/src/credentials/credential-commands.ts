import {
  ServiceError,
  type CommandTypeOf,
  type CredentialSnapshot,
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
import { readActiveProject } from '../projects/active-project.js';
import { isForeign } from '../streams/stream-domain.js';
import { decide, evolve, type CredentialCommand, type CredentialFacts } from './credential.decider.js';
import { credentialOf, findAuthorities, readIssuer } from './issue-facts.js';

type CallersCommand = ReceivedCommand<CommandTypeOf<'credential'>>;

/** Gathers the facts of a credential command, has it decided and appends the events. */
export class CredentialCommands {
  constructor(private readonly store: EventStore) {}

  /**
   * Handles a caller's command on a credential of the command's project, or on an operator's where the command
   * has no project; the sender made a new one's id. The append asserts the versions of project and issuer that
   * the decision depends on.
   */
  handle(command: CallersCommand): Promise<CredentialSnapshot> {
    return handleCommand(this.store, {
      command,
      taken: notFirst,
      decide: (stream) => this.decideFor(command, stream),
    });
  }

  /** Expires a credential that is due; another one stays as it is. */
  async expire(credentialId: string): Promise<void> {
    await handleCommand(this.store, {
      command: { key: credentialId, deadline: Date.now() + 5_000 },
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
    const { key: credential_id, project_id, issued_by } = command;
    // A leaked credential of a suspended project is revoked too: it would work again after a resumption.
    const bySelf = issued_by === null && command.type === 'credential.revoke';
    const project =
      bySelf || project_id === null ? null : await readActiveProject(this.store, project_id, noSuchProject);
    if (command.type === 'credential.issue') requireKind(stream, true);
    else requireCredential(stream, project_id, command.payload.expected_version);
    const facts = { credential_id, project_id, ...NOTHING_OF_OTHERS };
    const asserted = project?.asserted ?? [];
    switch (command.type) {
      case 'credential.issue': {
        const { issuer, asserted: byIssuer } = await readIssuer(this.store, command, stream);
        const wanted = command.payload.authorities ?? [];
        const known_authorities = await findAuthorities(this.store, project_id, wanted);
        const longest_days = project?.snapshot.max_credential_days ?? null;
        return {
          ...decideOn(stream, command, { ...facts, issuer, known_authorities, longest_days }),
          asserted: [...asserted, ...byIssuer],
          claims: issuer?.project_id === null ? [firstCredential(project_id, credential_id)] : [],
        };
      }
      case 'credential.rotate': {
        const { issuer, asserted: byIssuer } = await readIssuer(this.store, command, stream);
        return {
          ...decideOn(stream, command, { ...facts, issuer }),
          asserted: [...asserted, ...byIssuer],
        };
      }
      case 'credential.update':
      case 'credential.revoke':
        return { ...decideOn(stream, command, facts), asserted };
    }
  }
}

/** The facts of a command that neither issues nor rotates. */
const NOTHING_OF_OTHERS = { issuer: null, known_authorities: [], longest_days: null };

function decideOn(
  stream: LoadedStream,
  command: CredentialCommand,
  facts: Omit<CredentialFacts, 'now'>,
): Decision<CredentialSnapshot> {
  const credential = credentialOf(stream);
  const { events, refusal } = decide(credential, command, { ...facts, now: stream.readAt });
  const result = events.reduce<CredentialSnapshot | null>(evolve, credential) as CredentialSnapshot;
  return { events: newDataEvents(facts.credential_id, events), refusal, result };
}

function requireKind(stream: LoadedStream, creates: boolean): void {
  if (!isForeign(stream, 'credential')) return;
  throw new ServiceError(creates ? 'credential.transition_not_allowed' : 'credential.not_found');
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

/** A claim of which only one credential in a project can be the owner: the one that operators issue. */
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
