import { ServiceError, foldRecord, type CommandEnvelope, type RecordSnapshot } from '@service/contracts';
import {
  contentOf,
  handleCommand,
  linkElements,
  type ChainTerms,
  type EventStore,
  type HandledCommand,
  type LoadedStream,
  type RecordedEvent,
} from '@service/event-store';
import { recordStateAt, type RecordElementContent } from '@service/evidence';
import type { AuthorityCopy } from '../authorities/authority-copy.js';
import {
  decide,
  evolve,
  type AuthorityFacts,
  type ChainFacts,
  type RecordCommand,
  type RecordHead,
  type SuccessorFacts,
} from './record.decider.js';

/** A command less the facts that are gathered here. */
export type RecordIntent = RecordCommand extends infer Each
  ? Each extends RecordCommand
    ? Omit<Each, 'now' | 'authority' | 'chain' | 'successor' | 'record_id'> & Reach<Each>
    : never
  : never;

/** Ids of the authorities among whose records a successor is looked for; null for all of the project. */
type Reach<Command> = Command extends { type: 'record.supersede' }
  ? { authorities: string[] | null }
  : unknown;

/** Gathers the facts of a record command, has it decided and appends what happened. */
export class RecordCommands {
  constructor(
    private readonly store: EventStore,
    private readonly authorities: AuthorityCopy,
    private readonly terms: ChainTerms,
  ) {}

  /** Registers a record under an id that the sender made. */
  register(
    command: CommandEnvelope,
    authorityId: string,
    intent: Extract<RecordIntent, { type: 'record.register' }>,
  ): Promise<RecordSnapshot> {
    const claims =
      intent.external_id === null
        ? []
        : [{ name: `${command.project_id}/external_id/${intent.external_id}`, owner: command.key }];
    return this.handle(command, intent, null, () => authorityId, claims);
  }

  /** Changes a record of the command's project. */
  change(
    command: CommandEnvelope,
    intent: RecordIntent,
    expectedVersion: number | null,
  ): Promise<RecordSnapshot> {
    return this.handle(command, intent, expectedVersion, authorityOf, []);
  }

  /** Ends a record that is due; one that is not stays as it is. */
  async expire(recordId: string): Promise<void> {
    const { events } = await this.store.read(recordId);
    const [first] = events;
    if (first === undefined) return;
    const { project_id } = contentOf<RecordElementContent>(first);
    const command = { key: recordId, project_id, deadline: Date.now() + 5_000, known_versions: {} };
    await this.handle(command, { type: 'record.expire' }, null, authorityOf, []);
  }

  private handle(
    command: HandledCommand & Pick<CommandEnvelope, 'project_id' | 'known_versions'>,
    intent: RecordIntent,
    expectedVersion: number | null,
    authorityIdOf: (stream: LoadedStream) => string,
    claims: { name: string; owner: string }[],
  ): Promise<RecordSnapshot> {
    const projectId = command.project_id ?? '';
    return handleCommand(this.store, {
      command,
      taken: (owner) => new ServiceError('record.already_exists', { existing_id: owner }),
      decide: async (stream) => {
        const chain = stream.events.map((event) => contentOf<RecordElementContent>(event));
        if (intent.type !== 'record.register' && chain[0]?.project_id !== projectId) {
          throw new ServiceError('record.not_found');
        }
        if (expectedVersion !== null && expectedVersion !== stream.version) throw versionConflict();
        const now = stream.readAt;
        const authorityId = authorityIdOf(stream);
        const knownVersion = Math.max(
          command.known_versions[authorityId] ?? 0,
          namedVersion(chain, authorityId),
        );
        const authority = await this.authorities.find(projectId, authorityId, knownVersion, now);
        if (intent.type !== 'record.expire') this.authorities.requireActiveProject(projectId);
        const successor = await this.readSuccessor(intent, projectId, now);
        const decision = decide(
          chain.reduce<RecordHead | null>(evolve, null),
          complete(
            intent,
            command.key,
            { now, authority, chain: { log: this.terms.log, project_id: projectId } },
            successor?.facts ?? null,
          ),
        );
        const linked = linkElements(
          stream,
          { streamId: command.key, members: { project_id: projectId, record_id: command.key } },
          this.terms,
          decision.events,
        );
        const contents = linked.map((each) => each.content as RecordElementContent);
        return {
          events: linked.map((each) => each.newEvent),
          claims,
          asserted: successor?.asserted ?? [],
          refusal: decision.refusal,
          result: snapshotOf(
            stream.events,
            chain,
            contents,
            decision.events.map((each) => each.reason),
          ),
        };
      },
    });
  }

  /** Reads the successor that a command names, whose version the append then asserts. */
  private async readSuccessor(
    intent: RecordIntent,
    projectId: string,
    now: Date,
  ): Promise<{ facts: SuccessorFacts; asserted: { stream_id: string; expected: number }[] } | null> {
    if (intent.type !== 'record.supersede') return null;
    const stream = await this.store.read(intent.successor_id);
    const newest = stream.events[stream.events.length - 1];
    if (newest === undefined) return null;
    const head = contentOf<RecordElementContent>(newest);
    const { authorities } = intent;
    if (head.project_id !== projectId || authorities?.includes(head.authority.id) === false) return null;
    return {
      facts: { id: intent.successor_id, state: recordStateAt(head, now) },
      asserted: [{ stream_id: intent.successor_id, expected: stream.version }],
    };
  }
}

function authorityOf(stream: LoadedStream): string {
  const [first] = stream.events;
  return first === undefined ? '' : contentOf<RecordElementContent>(first).authority.id;
}

/** Version of the authority that the record's newest element names: a copy that is behind it must wait. */
function namedVersion(chain: RecordElementContent[], authorityId: string): number {
  const named = chain[chain.length - 1]?.authority;
  return named?.id === authorityId ? named.version : 0;
}

function versionConflict(): ServiceError {
  return new ServiceError('record.version_conflict');
}

function complete(
  intent: RecordIntent,
  recordId: string,
  facts: { now: Date; authority: AuthorityFacts; chain: ChainFacts },
  successor: SuccessorFacts | null,
): RecordCommand {
  return intent.type === 'record.supersede'
    ? { ...intent, ...facts, record_id: recordId, successor }
    : { ...intent, ...facts };
}

function snapshotOf(
  recorded: RecordedEvent[],
  chain: RecordElementContent[],
  added: RecordElementContent[],
  reasons: (string | null)[],
): RecordSnapshot {
  let snapshot: RecordSnapshot | undefined;
  chain.forEach((content, index) => {
    snapshot = foldRecord(snapshot, content, recorded[index]?.companion?.reason ?? null);
  });
  added.forEach((content, index) => {
    snapshot = foldRecord(snapshot, content, reasons[index] ?? null);
  });
  return snapshot as RecordSnapshot;
}
