import {
  agreedNow,
  NO_METADATA,
  ServiceError,
  type CommandEnvelope,
  type CommandTypeOf,
  type ReceivedCommand,
  type RecordSnapshot,
} from '@service/contracts';
import {
  contentOf,
  decideMetadata,
  handleCommand,
  linkElements,
  type AssertedStream,
  type Claim,
  type Decision,
  type ElementTerms,
  type EventStore,
  type FoundVersions,
  type HandledCommand,
  type LoadedStream,
  type NewMetadata,
} from '@service/event-store';
import {
  RECORD_TRANSITIONS,
  recordStateAt,
  type RecordElementContent,
  type RecordState,
} from '@service/evidence';
import type { AuthorityCopy } from '../authorities/authority-copy.js';
import { chainOf, newestDigest, openRecord, snapshotOf } from './record-stream.js';
import { decide, evolve, type RecordCommand, type RecordHead } from './record.decider.js';

/** A caller's command, or one of the clock. */
type IssuedCommand = RecordCommand & HandledCommand & Pick<CommandEnvelope, 'project_id' | 'known_versions'>;

/** Gathers the facts of a record command, has it decided and appends the events. */
export class RecordCommands {
  constructor(
    private readonly store: EventStore,
    private readonly authorities: AuthorityCopy,
    private readonly terms: ElementTerms,
  ) {}

  /** Handles a caller's command on a record of the command's project. The sender makes the id of a record to register. */
  handle(command: ReceivedCommand<CommandTypeOf<'record'>>): Promise<RecordSnapshot> {
    return command.type === 'record.update' ? this.update(command) : this.run(command);
  }

  /** Expires a record that is due; another one stays as it is. */
  async expire(recordId: string): Promise<void> {
    const { events } = await this.store.read(recordId);
    const [first] = events;
    if (first === undefined) return;
    const { project_id } = contentOf<RecordElementContent>(first);
    const deadline = agreedNow() + 5_000;
    await this.run({ type: 'record.expire', key: recordId, project_id, deadline, known_versions: {} });
  }

  /** Changes the metadata of a record in any state: they are no part of it. */
  private update(command: CommandEnvelope<'record.update'>): Promise<RecordSnapshot> {
    const { key: id, payload } = command;
    const project_id = command.project_id ?? '';
    return handleCommand(this.store, {
      command,
      decide: async (stream) => {
        const chain = openRecord(stream, project_id, payload.expected_version);
        this.authorities.requireActiveProject(project_id);
        const before = await this.store.readMetadata(id);
        const metadata = decideMetadata({ id, project_id }, before, payload.metadata);
        return {
          events: [],
          metadata,
          result: snapshotOf(stream.events, chain, [], [], newestDigest(stream)),
        };
      },
    });
  }

  private run(command: IssuedCommand): Promise<RecordSnapshot> {
    return handleCommand(this.store, {
      command,
      taken: (owner) => new ServiceError('record.already_exists', { existing_id: owner }),
      decide: (stream, found) => this.decideOn(stream, command, found),
    });
  }

  private async decideOn(
    stream: LoadedStream,
    command: IssuedCommand,
    found: FoundVersions,
  ): Promise<Decision<RecordSnapshot>> {
    const { key: record_id, known_versions } = command;
    const project_id = command.project_id ?? '';
    const now = stream.readAt;
    const isNew = command.type === 'record.register';
    const chain = isNew ? chainOf(stream) : openRecord(stream, project_id, expectedVersion(command));
    const authorityId =
      command.type === 'record.register' ? command.payload.authority_id : (chain[0]?.authority.id ?? '');
    const knownVersion = Math.max(
      known_versions[authorityId] ?? 0,
      namedVersion(chain, authorityId),
      found.get(authorityId) ?? 0,
    );
    const authority = await this.authorities.find(project_id, authorityId, knownVersion, now);
    if (command.type !== 'record.expire') this.authorities.requireActiveProject(project_id);
    const successor = await this.readSuccessor(command, project_id, now);
    const digest = newestDigest(stream);
    const { events, refusal } = decide(chain.reduce<RecordHead | null>(evolve, null), command, {
      now,
      record_id,
      project_id,
      log: this.terms.log,
      digest,
      authority,
      successor_state: successor?.state ?? null,
    });
    if (events.some(({ event }) => RECORD_TRANSITIONS[event.type].adds_passed))
      await this.terms.lag.requireLow();
    const subject = { streamId: record_id, members: { project_id, record_id } };
    const { log, signer } = this.terms;
    const { key, asserted: byKey } = await signer.current(found);
    const linked = linkElements(stream, subject, { log, key }, events);
    const added = linked.map(({ content }) => content as RecordElementContent);
    const reasons = events.map(({ reason }) => reason);
    return {
      events: linked.map(({ newEvent }) => newEvent),
      claims: claimsOf(command),
      metadata: metadataOf(command, project_id),
      asserted: [
        { log: 'credential_authority', stream_id: authorityId, expected: authority.reference.version },
        byKey,
        ...(successor?.asserted ?? []),
      ],
      refusal,
      result: snapshotOf(stream.events, chain, added, reasons, linked.at(-1)?.digest ?? digest),
    };
  }

  /** Reads the successor that a command names; the append asserts its version. */
  private async readSuccessor(
    command: RecordCommand,
    projectId: string,
    now: Date,
  ): Promise<{ state: RecordState; asserted: AssertedStream[] } | null> {
    if (command.type !== 'record.supersede') return null;
    const { successor_id, authorities } = command.payload;
    const stream = await this.store.read(successor_id);
    const newest = stream.events[stream.events.length - 1];
    if (newest === undefined) return null;
    const head = contentOf<RecordElementContent>(newest);
    if (head.project_id !== projectId || authorities?.includes(head.authority.id) === false) return null;
    return {
      state: recordStateAt(head, now),
      asserted: [{ stream_id: successor_id, expected: stream.version }],
    };
  }
}

function expectedVersion(command: RecordCommand): number | null {
  return command.type === 'record.register' || command.type === 'record.expire'
    ? null
    : command.payload.expected_version;
}

/** The metadata of a new record. */
function metadataOf(command: IssuedCommand, project_id: string): NewMetadata | null {
  if (command.type !== 'record.register' || command.payload.metadata === undefined) return null;
  return decideMetadata({ id: command.key, project_id }, NO_METADATA, command.payload.metadata);
}

/** The external id of a new record, which is unique in its project. */
function claimsOf(command: IssuedCommand): Claim[] {
  if (command.type !== 'record.register' || command.payload.external_id === null) return [];
  return [{ name: `${command.project_id}/external_id/${command.payload.external_id}`, owner: command.key }];
}

/** Version of the authority in the record's newest element: a copy that is behind it must wait. */
function namedVersion(chain: RecordElementContent[], authorityId: string): number {
  const named = chain[chain.length - 1]?.authority;
  return named?.id === authorityId ? named.version : 0;
}
