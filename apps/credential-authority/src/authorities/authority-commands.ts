import {
  ServiceError,
  foldAuthority,
  type AuthoritySnapshot,
  type CommandEnvelope,
  type GrantAuthority,
} from '@service/contracts';
import {
  contentOf,
  handleCommand,
  linkElements,
  type ChainTerms,
  type Decision,
  type EventStore,
  type HandledCommand,
  type LoadedStream,
} from '@service/event-store';
import type { AuthorityElementContent } from '@service/evidence';
import { readActiveProject } from '../projects/active-project.js';
import { isForeign } from '../streams/stream-domain.js';
import { decide, evolve, type AuthorityCommand, type AuthorityHead } from './authority.decider.js';

/** A command less the facts that are gathered here. */
export type AuthorityIntent = AuthorityCommand extends infer Each
  ? Each extends AuthorityCommand
    ? Omit<Each, 'now'>
    : never
  : never;

/** Gathers the facts of an authority command, has it decided and appends what happened. */
export class AuthorityCommands {
  constructor(
    private readonly store: EventStore,
    private readonly terms: ChainTerms,
  ) {}

  /** Grants an authority under an id that the sender made. */
  grant(command: CommandEnvelope<GrantAuthority>): Promise<AuthoritySnapshot> {
    return this.change(command, { type: 'authority.grant', ...command.payload }, null);
  }

  /** Changes an authority of the command's project. */
  change(
    command: CommandEnvelope,
    intent: AuthorityIntent,
    expectedVersion: number | null,
  ): Promise<AuthoritySnapshot> {
    const projectId = command.project_id ?? '';
    const creates = intent.type === 'authority.grant';
    return this.handle(command, async (stream) => {
      const { asserted } = await readActiveProject(this.store, projectId, noSuchProject);
      requireKind(stream, creates);
      if (!creates) requireAuthority(stream, projectId, expectedVersion);
      return { ...this.decide(stream, command.key, projectId, intent), asserted };
    });
  }

  /** Ends an authority that is due; one that is not stays as it is. */
  async expire(authorityId: string): Promise<void> {
    await this.handle({ key: authorityId, deadline: Date.now() + 5_000 }, (stream) => {
      requireKind(stream, false);
      const projectId = chainOf(stream)[0]?.project_id ?? '';
      return this.decide(stream, authorityId, projectId, { type: 'authority.expire' });
    });
  }

  private handle(
    command: HandledCommand,
    decideOn: (stream: LoadedStream) => Promise<Decision<AuthoritySnapshot>> | Decision<AuthoritySnapshot>,
  ): Promise<AuthoritySnapshot> {
    return handleCommand(this.store, { command, decide: decideOn });
  }

  private decide(
    stream: LoadedStream,
    authorityId: string,
    projectId: string,
    intent: AuthorityIntent,
  ): Decision<AuthoritySnapshot> {
    const chain = chainOf(stream);
    const head = chain.reduce<AuthorityHead | null>(evolve, null);
    const { events, refusal } = decide(head, { ...intent, now: stream.readAt });
    const subject = {
      streamId: authorityId,
      members: { project_id: projectId, authority_id: authorityId },
    };
    const linked = linkElements(stream, subject, this.terms, events);
    const contents = linked.map((each) => each.content as AuthorityElementContent);
    const reasons = [
      ...stream.events.map((event) => event.companion?.reason ?? null),
      ...events.map((each) => each.reason),
    ];
    return {
      events: linked.map((each) => each.newEvent),
      refusal,
      result: snapshotOf([...chain, ...contents], reasons),
    };
  }
}

function requireKind(stream: LoadedStream, creates: boolean): void {
  if (!isForeign(stream, 'authority')) return;
  throw new ServiceError(creates ? 'authority.transition_not_allowed' : 'authority.not_found');
}

function requireAuthority(stream: LoadedStream, projectId: string, expectedVersion: number | null): void {
  if (chainOf(stream)[0]?.project_id !== projectId) throw new ServiceError('authority.not_found');
  if (expectedVersion !== null && expectedVersion !== stream.version) throw versionConflict();
}

function chainOf(stream: LoadedStream): AuthorityElementContent[] {
  return stream.events.map((event) => contentOf<AuthorityElementContent>(event));
}

function snapshotOf(chain: AuthorityElementContent[], reasons: (string | null)[]): AuthoritySnapshot {
  let snapshot: AuthoritySnapshot | undefined;
  chain.forEach((content, index) => {
    snapshot = foldAuthority(snapshot, content, reasons[index] ?? null);
  });
  return snapshot as AuthoritySnapshot;
}

function versionConflict(): ServiceError {
  return new ServiceError('authority.version_conflict');
}

function noSuchProject(): ServiceError {
  return new ServiceError('authority.not_found', { message: 'There is no such project.' });
}
