import { Injectable } from '@nestjs/common';
import { ServiceError, UnavailableError } from '@service/contracts';
import type { KeyLookUp } from '@service/evidence';
import type { Following } from '@service/messaging';
import type { AskingCaller } from '../views/asking-caller.js';
import type { Directory, DirectoryAuthority } from '../views/directory.js';
import type { Freshness } from '../views/freshness.js';
import type { LogHead, LogHeads } from '../views/log-heads.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import type { RecordReader } from '../views/records/record-reader.js';
import type { Envelope } from './envelope.js';
import { elementsReliedOn } from './provenance-holds.js';
import { renderEnvelope, type EvidencePart } from './render-envelope.js';

/** What is asked about one record. */
export interface VerifyRequest {
  record_id: string;
  evidence_scope: readonly EvidencePart[];
}

/** A record with the authority that its newest element names. */
export interface DecidedRecord {
  record: StoredRecord;
  authority: DirectoryAuthority;
}

/** Milliseconds to wait for an element of an authority, or of a key, that has not arrived. */
const DIRECTORY_WAIT = 1_000;

/** Answers whether records are good, with the evidence; from this gateway's own views alone. */
@Injectable()
export class VerifyRecords {
  constructor(
    private readonly records: RecordReader,
    private readonly freshness: Freshness,
    private readonly directory: Directory,
    private readonly directoryFeed: Following,
    private readonly heads: Pick<LogHeads, 'newestSize' | 'grownBeyond'>,
  ) {}

  private readonly keyOf: KeyLookUp = (keyId) => this.directory.key(keyId)?.snapshot;

  /**
   * The envelope. It is a promise only where something must be read first.
   * @param asOf the position of the log that it holds as of.
   * @throws ServiceError `record.not_found`, `service.unavailable`.
   */
  verify(
    caller: AskingCaller,
    request: VerifyRequest,
    requestId: string,
    now: Date,
    asOf: LogHead,
  ): Envelope | Promise<Envelope> {
    this.freshness.require();
    const record = this.records.peek(request.record_id, now.getTime(), asOf.within);
    if (record === null || !record.belongsTo(caller)) return this.read(caller, request, requestId, asOf);
    const authority = this.authorityOf(record);
    return authority === undefined || !this.knowsKeys(record, authority)
      ? this.read(caller, request, requestId, asOf)
      : this.render({ record, authority }, request.evidence_scope, now, requestId);
  }

  /** Resolves once the log has the newest element of each of these records, or so many seconds are over. */
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
   * The record and its authority as they are here now.
   * @throws ServiceError `record.not_found`, `service.unavailable`.
   */
  async find(caller: AskingCaller, id: string, { within }: LogHead): Promise<DecidedRecord> {
    this.freshness.require();
    const record = await this.records.findFor(caller, id, within);
    if (record === null) throw new ServiceError('record.not_found');
    const authority = this.authorityOf(record);
    const arrived = authority !== undefined && this.knowsKeys(record, authority);
    return { record, authority: arrived ? authority : await this.waitForDirectory(record) };
  }

  /** The envelope of an answer about a record, as of the moment. */
  render(
    { record, authority }: DecidedRecord,
    scope: readonly EvidencePart[],
    now: Date,
    requestId: string,
  ): Envelope {
    return renderEnvelope(record, authority, this.keyOf, scope, now, requestId);
  }

  private async read(
    caller: AskingCaller,
    request: VerifyRequest,
    requestId: string,
    asOf: LogHead,
  ): Promise<Envelope> {
    const decided = await this.find(caller, request.record_id, asOf);
    return this.render(decided, request.evidence_scope, new Date(), requestId);
  }

  /**
   * A key that is unknown to a directory with everything in it was never published, so that what it signed is
   * not verified; to one that is behind, it may be on its way.
   */
  private async waitForDirectory(record: StoredRecord): Promise<DirectoryAuthority> {
    const caughtUp = await this.directoryFeed.catchUp(DIRECTORY_WAIT);
    const authority = this.authorityOf(record);
    if (authority === undefined || (!caughtUp && !this.knowsKeys(record, authority))) {
      const { id } = record.snapshot;
      throw new UnavailableError({ cause: 'authority_not_arrived', record_id: id, caught_up: caughtUp });
    }
    return authority;
  }

  private knowsKeys(record: StoredRecord, authority: DirectoryAuthority): boolean {
    return (
      record.keyIds.every((keyId) => this.keyOf(keyId) !== undefined) &&
      elementsReliedOn(record, authority).every(
        ({ signature }) => signature === null || this.keyOf(signature.key_id) !== undefined,
      )
    );
  }

  /**
   * The authority that the newest element names, once that very element has arrived here. Where rows were
   * changed and name different ones, any that is known will do: `verified` says the rest.
   */
  private authorityOf(record: StoredRecord): DirectoryAuthority | undefined {
    const [known] = record.authorityIds.flatMap((id) => this.directory.authority(id) ?? []);
    const version = record.newest?.authority.version ?? 0;
    return known !== undefined && known.elements.length >= version ? known : undefined;
  }
}
