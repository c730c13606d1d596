import { Injectable } from '@nestjs/common';
import { agreedDate, ServiceError, UnavailableError } from '@service/contracts';
import {
  UNPROVEN,
  breaksPromise,
  continuesLog,
  recordStateAt,
  type KeyLookUp,
  type Lookup,
} from '@service/evidence';
import type { Following } from '@service/messaging';
import type { RenderTurns } from '../infrastructure/render-turns.js';
import type { AskingCaller } from '../views/asking-caller.js';
import type { Directory, DirectoryAuthority, DirectoryKey } from '../views/directory.js';
import type { Freshness } from '../views/freshness.js';
import { requireFresh, type LogHead } from '../views/log-head.js';
import type { LogHeads } from '../views/log-heads.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import type { RecordReader } from '../views/records/record-reader.js';
import type { AnswerKey } from './answer-key.js';
import { type Envelope, renderEnvelope, type EvidencePart } from './render-envelope.js';
import type { FoundBy } from './found-subject.js';
import type { LogCheck, ReliedOn } from './log-check.js';
import type { OrderCheck } from './order-check.js';
import { signersOf } from './authority-holds.js';
import { withSigners } from './key-check.js';
import { saltsHold } from './salts-hold.js';

/** A request about one record. */
export interface VerifyRequest {
  record_id: string;
  /** How the record was found; null where the request names its id. */
  lookup: FoundBy | null;
  evidence_scope: readonly EvidencePart[];
}

/** A record with the authority that its newest element names, and the published keys that signed. */
export interface DecidedRecord extends ReliedOn {
  record: StoredRecord;
}

/** Milliseconds to wait for an element of an authority or a key that has not arrived. */
const DIRECTORY_WAIT = 1_000;

/** Verifies records from this gateway's own views, and renders the answers with their evidence. */
@Injectable()
export class VerifyRecords {
  constructor(
    private readonly records: RecordReader,
    private readonly freshness: Freshness,
    private readonly directory: Directory,
    private readonly directoryFeed: Following,
    private readonly heads: Pick<LogHeads, 'newestSize' | 'grownBeyond'>,
    private readonly logCheck: LogCheck,
    private readonly orderCheck: OrderCheck,
    private readonly turns: RenderTurns,
    private readonly answerKey: Pick<AnswerKey, 'id' | 'hasEnded'>,
  ) {}

  private readonly keyOf: KeyLookUp = (keyId) => this.directory.key(keyId)?.snapshot;

  /**
   * Verifies a record. The result is a promise only if something must be read first.
   * @param asOf log position that the answer holds as of.
   * @throws ServiceError `record.not_found`, `service.unavailable`.
   */
  verify(
    caller: AskingCaller,
    request: VerifyRequest,
    requestId: string,
    now: Date,
    asOf: LogHead,
  ): Envelope | Promise<Envelope> {
    if (request.lookup !== null) return this.read(caller, request, requestId, asOf);
    this.freshness.require();
    const record = this.records.peek(request.record_id, asOf.within);
    if (record === null || !record.belongsTo(caller)) return this.read(caller, request, requestId, asOf);
    const authority = this.authorityOf(record);
    if (authority === undefined) return this.read(caller, request, requestId, asOf);
    const keys = this.keysOf(record, authority);
    if (!allKnown(keys) || !this.logCheck.isReady({ authority, keys })) {
      return this.read(caller, request, requestId, asOf);
    }
    const holds = this.orderCheck.holds(record, { authority, keys }, asOf);
    if (holds === undefined) return this.read(caller, request, requestId, asOf);
    const decided = { record, authority, keys };
    return this.renderOrdered(decided, holds, request.evidence_scope, now, requestId, asOf);
  }

  /** Resolves when the log has the newest element of each record, or after `seconds`. */
  async awaitReceipts(caller: AskingCaller, ids: readonly string[], seconds: number): Promise<void> {
    const until = performance.now() + seconds * 1_000;
    await Promise.all(ids.map((id) => this.awaitReceipt(caller, id, until)));
  }

  private async awaitReceipt(caller: AskingCaller, id: string, until: number): Promise<void> {
    for (;;) {
      const size = this.heads.newestSize;
      const record = await this.records.findFor(caller, id);
      if (record === null || record.receipt !== null) return;
      if (!(await this.heads.grownBeyond(size, until - performance.now()))) return;
    }
  }

  /**
   * Finds a record and its authority in the views.
   * @param fresh whether the record is read past the cache.
   * @throws ServiceError `record.not_found`, `service.unavailable`.
   */
  async find(caller: AskingCaller, id: string, asOf: LogHead, fresh = false): Promise<DecidedRecord> {
    const { within } = asOf;
    this.freshness.require();
    const record = await (fresh
      ? this.records.readFor(caller, id, within)
      : this.records.findFor(caller, id, within));
    if (record === null) {
      this.freshness.require();
      throw new ServiceError('record.not_found');
    }
    const known = this.authorityOf(record);
    const arrived = known !== undefined && allKnown(this.keysOf(record, known));
    const authority = arrived ? known : await this.waitForDirectory(record);
    const on = this.reliedOn(record, authority);
    await Promise.all([this.logCheck.prepare(on), this.orderCheck.prepare(record, on, asOf)]);
    return { record, authority, keys: on.keys };
  }

  /**
   * Renders the answer about a record at a moment, as of a position of the log. A record that never had the value it was
   * found by is not verified: the rows of the look-up were edited.
   * @throws ServiceError `service.unavailable`, also where a key has ended or the authority gone on since the record was found:
   * an answer of both would fit neither what was known before nor what is known now.
   */
  render(
    { record, authority, keys }: DecidedRecord,
    scope: readonly EvidencePart[],
    now: Date,
    requestId: string,
    asOf: LogHead,
    found: FoundBy | null = null,
  ): Envelope {
    const on = this.reliedOn(record, authority);
    const holds = on.keys.length < keys.length ? undefined : this.orderCheck.holds(record, on, asOf);
    if (holds === undefined) {
      throw new UnavailableError({ cause: 'places_not_read', record_id: record.snapshot.id });
    }
    return this.renderOrdered({ record, ...on }, holds, scope, now, requestId, asOf, found);
  }

  private renderOrdered(
    { record, ...reliedOn }: DecidedRecord,
    holds: boolean,
    scope: readonly EvidencePart[],
    now: Date,
    requestId: string,
    asOf: LogHead,
    found: FoundBy | null = null,
  ): Envelope {
    requireFresh(asOf);
    // Both are asked whatever else is found: each raises its own alarm.
    const isAllowed = this.logCheck.allows(record, reliedOn, asOf);
    const isKeyOver = this.answerKey.hasEnded();
    const isContradicted =
      isKeyOver ||
      !isAllowed ||
      !holds ||
      !saltsHold(record, reliedOn) ||
      !hasFound(record, found) ||
      isOfAnotherLog(record, asOf) ||
      isOverdue(record, now, asOf);
    const lookup = found && shownLookup(record, found, now);
    const { authority } = reliedOn;
    return renderEnvelope(record, authority, this.keyOf, scope, now, requestId, isContradicted, lookup);
  }

  private async read(
    caller: AskingCaller,
    request: VerifyRequest,
    requestId: string,
    asOf: LogHead,
  ): Promise<Envelope> {
    const { record_id, evidence_scope, lookup } = request;
    const find = async () => {
      const decided = await this.find(caller, record_id, asOf);
      // The cached record can be older than the row that the look-up found.
      return hasFound(decided.record, lookup) ? decided : this.find(caller, record_id, asOf, true);
    };
    return this.inTurn(caller.payer ?? caller.projectId, find, (decided) =>
      this.render(decided, evidence_scope, agreedDate(), requestId, asOf, lookup),
    );
  }

  /**
   * Renders what was found in its turn, since many that are read by one query would all be rendered in one turn of the event
   * loop. It is found once more where a key has ended, or the authority gone on, while it waited.
   */
  async inTurn<Found, Rendered>(
    payer: string | null,
    find: () => Promise<Found>,
    render: (found: Found) => Rendered,
  ): Promise<Rendered> {
    const found = await find();
    try {
      return await this.turns.run(payer, () => render(found));
    } catch (error) {
      if (!(error instanceof UnavailableError) || error.why.cause !== 'places_not_read') throw error;
    }
    const again = await find();
    return this.turns.run(payer, () => render(again));
  }

  /**
   * Waits until the directory has caught up. A key that is missing then was never published, so its signatures are
   * not verified; a key that is missing from a stale directory may still arrive.
   */
  private async waitForDirectory(record: StoredRecord): Promise<DirectoryAuthority> {
    const caughtUp = await this.directoryFeed.catchUp(DIRECTORY_WAIT);
    const authority = this.authorityOf(record);
    if (authority === undefined || (!caughtUp && !allKnown(this.keysOf(record, authority)))) {
      const { id } = record.snapshot;
      throw new UnavailableError({ cause: 'authority_not_arrived', record_id: id, caught_up: caughtUp });
    }
    return authority;
  }

  private reliedOn(record: StoredRecord, authority: DirectoryAuthority): ReliedOn {
    return { authority, keys: this.keysOf(record, authority).filter((key) => key !== undefined) };
  }

  /**
   * The keys that signed what the answer rests on, the one that signs the answer, and those that signed their elements; undefined
   * for one that the directory does not have.
   */
  private keysOf(record: StoredRecord, authority: DirectoryAuthority): (DirectoryKey | undefined)[] {
    const keyOf = (keyId: string) => this.directory.key(keyId);
    const { id } = this.answerKey;
    // Right after a start with a new key, its element may not have arrived.
    const own = id !== null && keyOf(id) !== undefined ? [id] : [];
    return Array.from(withSigners([...record.keyIds, ...signersOf(authority), ...own], keyOf), keyOf);
  }

  /**
   * The authority that the newest element names, if the directory has the named version. Edited rows may name
   * several authorities: the first one in the directory is used, and `verified` is false.
   */
  private authorityOf(record: StoredRecord): DirectoryAuthority | undefined {
    const [authority] = record.authorityIds.flatMap((id) => this.directory.authority(id) ?? []);
    const version = record.newest?.authority.version ?? 0;
    return authority !== undefined && authority.elements.length >= version ? authority : undefined;
  }
}

/** Whether the record is of a log that this one does not continue. What a chain began in, its newest element continues. */
function isOfAnotherLog({ newest }: StoredRecord, { origin }: LogHead): boolean {
  return newest !== undefined && !continuesLog(newest.log, origin);
}

/**
 * Whether the log lacks the newest element after its promised time, so that verifiers refuse it. A recovered log has the merge delay
 * from its first checkpoint for the elements of the one before.
 */
function isOverdue({ receipt, newest }: StoredRecord, now: Date, { origin, since }: LogHead): boolean {
  if (receipt !== null || newest === undefined) return false;
  const { type } = newest;
  const occurred_at = newest.log !== origin && newest.occurred_at < since ? since : newest.occurred_at;
  return breaksPromise({ type, occurred_at }, now);
}

/** Whether the record has, or had, the value that it was found by. */
function hasFound({ chain }: StoredRecord, found: FoundBy | null): boolean {
  return found === null || chain.some(({ content }) => content[found.member] === found.value);
}

/** How a record was found, checked by its own chain, because the rows of the look-up prove nothing. */
function shownLookup(
  { newest, snapshot }: StoredRecord,
  { by, member, value, matches, revoked_matches }: FoundBy,
  now: Date,
): Lookup {
  // The record can have been revoked after the look-up.
  const revoked = Math.max(revoked_matches, recordStateAt(snapshot, now) === 'revoked' ? 1 : 0);
  return { by, counts: UNPROVEN, current: newest?.[member] === value, matches, revoked_matches: revoked };
}

function allKnown(keys: readonly (DirectoryKey | undefined)[]): keys is DirectoryKey[] {
  return !keys.includes(undefined);
}
