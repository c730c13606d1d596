import {
  agreedNow,
  ServiceError,
  conflictWith,
  foldAuthority,
  type AuthoritySnapshot,
  type CommandTypeOf,
  type ReceivedCommand,
} from '@service/contracts';
import {
  contentOf,
  handleCommand,
  linkElements,
  type AssertedStream,
  type Decision,
  type ElementTerms,
  type EventStore,
  type FoundVersions,
  type LoadedStream,
} from '@service/event-store';
import { AUTHORITY_TRANSITIONS, authorityStateAt, type AuthorityElementContent } from '@service/evidence';
import { requireOperatorHolds } from '../operators/issuing-operator.js';
import { readActiveProject } from '../projects/active-project.js';
import type { CountsOfProjects } from '../projects/project-counts.js';
import { isForeign } from '../streams/stream-domain.js';
import { decide, evolve, type AuthorityCommand, type AuthorityHead } from './authority.decider.js';

/** Most elements of one authority: a credential that is limited to it must not use up what its project may have. */
const LONGEST = 1_000;

interface Issued {
  key: string;
  projectId: string;
  command: AuthorityCommand;
  found: FoundVersions;
}

/** Gathers the facts of an authority command, has it decided and appends the events. */
export class AuthorityCommands {
  constructor(
    private readonly store: EventStore,
    private readonly terms: ElementTerms,
    private readonly counts: Pick<CountsOfProjects, 'authorityElements'>,
    /** How many elements the authorities of a project may have. */
    private readonly most: number,
  ) {}

  /** Handles a caller's command on an authority of the command's project; the sender made a new one's id. */
  handle(command: ReceivedCommand<CommandTypeOf<'authority'>>): Promise<AuthoritySnapshot> {
    const { key } = command;
    const projectId = command.project_id ?? '';
    return handleCommand(this.store, {
      command,
      decide: async (stream, found) => {
        const { asserted } = await readActiveProject(this.store, projectId, noSuchProject);
        const byIssuer = await requireOperatorHolds(this.store, command, projectId, 'manage');
        requireKind(stream, command.type === 'authority.grant');
        if (command.type !== 'authority.grant') {
          requireAuthority(stream, projectId, command.payload.expected_version);
        }
        return this.decideOn(stream, { key, projectId, command, found }, [...asserted, ...byIssuer]);
      },
    });
  }

  /** Expires an authority that is due; another one stays as it is. */
  async expire(authorityId: string): Promise<void> {
    await handleCommand(this.store, {
      command: { key: authorityId, deadline: agreedNow() + 5_000 },
      decide: (stream, found) => {
        requireKind(stream, false);
        const projectId = chainOf(stream)[0]?.project_id ?? '';
        const command: AuthorityCommand = { type: 'authority.expire' };
        return this.decideOn(stream, { key: authorityId, projectId, command, found }, []);
      },
    });
  }

  private async decideOn(
    stream: LoadedStream,
    { key: authorityId, projectId, command, found }: Issued,
    asserted: readonly AssertedStream[],
  ): Promise<Decision<AuthoritySnapshot>> {
    const chain = chainOf(stream);
    const head = chain.reduce<AuthorityHead | null>(evolve, null);
    const { events, refusal } = decide(head, command, {
      now: stream.readAt,
      is_full: stream.version >= LONGEST || this.counts.authorityElements(projectId) >= this.most,
    });
    if (events.some(({ event }) => AUTHORITY_TRANSITIONS[event.type].adds_passed))
      await this.terms.lag.requireLow();
    const subject = {
      streamId: authorityId,
      members: { project_id: projectId, authority_id: authorityId },
    };
    const { log, signer } = this.terms;
    const { key, asserted: byKey } = await signer.current(found);
    const linked = linkElements(stream, subject, { log, key }, events);
    const contents = linked.map((each) => each.content as AuthorityElementContent);
    const reasons = [
      ...stream.events.map((event) => event.companion?.reason ?? null),
      ...events.map((each) => each.reason),
    ];
    return {
      events: linked.map((each) => each.newEvent),
      asserted: [byKey, ...asserted],
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
  const head = chainOf(stream).at(-1);
  if (head?.project_id !== projectId) throw new ServiceError('authority.not_found');
  if (expectedVersion !== null && expectedVersion !== stream.version) {
    const state = authorityStateAt(head, stream.readAt);
    throw conflictWith('authority.version_conflict', { version: stream.version, state });
  }
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

function noSuchProject(): ServiceError {
  return new ServiceError('authority.not_found', { message: 'There is no such project.' });
}
