import { UnavailableError } from '@service/contracts';
import { keySubjectId } from '@service/evidence';
import type { Following } from '@service/messaging';
import type { KnownFindings } from '@service/scrub';
import type { ChainSuccessors } from '../views/chain-successors.js';
import type { DirectoryAuthority, DirectoryKey } from '../views/directory.js';
import type { LogHead } from '../views/log-head.js';
import type { StoredRecord } from '../views/records/stored-record.js';
import type { LogContradictions } from './log-contradictions.js';

/** The authority and the keys in the gateway’s memory that an answer about a record rests on. */
export interface ReliedOn {
  authority: DirectoryAuthority;
  /** The keys that signed the elements that the answer rests on, and those that signed these keys’ elements. */
  keys: readonly DirectoryKey[];
}

/**
 * Compares answers with the service’s own log. Somebody who rolls stored data back cannot remove its newer elements from
 * the log: if the successor of a subject’s newest element lies below the position that the answer states, the stored data
 * is old. A successor at or above that position is only later than the answer.
 */
export class LogCheck {
  constructor(
    private readonly successors: ChainSuccessors,
    private readonly directoryFeed: Pick<Following, 'horizon'>,
    private readonly contradictions: Pick<LogContradictions, 'alarm' | 'refuted'>,
    private readonly findings: Pick<KnownFindings, 'concern'>,
  ) {}

  /** Whether an answer that rests on the authority and the keys needs no look-up in the log first. */
  isReady({ authority, keys }: ReliedOn): boolean {
    const now = performance.now();
    return this.successors.isFresh(authority, now) && keys.every((key) => this.successors.isFresh(key, now));
  }

  /** Looks up the successors of the authority’s and the keys’ newest elements in the log, in one query. */
  async prepare({ authority, keys }: ReliedOn): Promise<void> {
    const now = performance.now();
    const stale = [authority, ...keys].filter((chain) => !this.successors.isFresh(chain, now));
    await Promise.all(stale.map((chain) => this.successors.refresh(chain)));
  }

  /**
   * Whether an answer may say that the provenance is verified: neither the log nor a finding contradicts it.
   * @throws ServiceError `service.unavailable` while the directory is rebuilt, and may lack elements.
   */
  allows(record: StoredRecord, { authority, keys }: ReliedOn, asOf: LogHead): boolean {
    const { id: recordId, version } = record.snapshot;
    const authorityId = authority.snapshot.id;
    // All are checked, even after one fails, so that each raises its own alarm.
    let holds = this.isNewest(recordId, version, record.successorIndex, asOf);
    holds = this.isInTime(record, asOf) && holds;
    holds = this.isNewestInMemory(authorityId, authority, asOf) && holds;
    for (const key of keys) {
      holds = this.isNewestInMemory(keySubjectId(key.snapshot.key_id), key, asOf) && holds;
    }
    return holds && !this.findings.concern([recordId, authorityId], record.logIndex);
  }

  /** Whether the log took every element of the record in time; verifiers refuse it otherwise. */
  private isInTime({ snapshot, lateIn }: StoredRecord, asOf: LogHead): boolean {
    if (!lateIn.includes(asOf.origin)) return true;
    this.contradictions.refuted(snapshot.id, 'the log came to an element of it late', asOf);
    return false;
  }

  private isNewestInMemory(
    subjectId: string,
    chain: DirectoryAuthority | DirectoryKey,
    asOf: LogHead,
  ): boolean {
    const leaf = this.successors.indexOf(chain);
    if (leaf === null || leaf >= asOf.treeSize) return true;
    if (this.directoryFeed.horizon() < asOf.within) {
      throw new UnavailableError({ cause: 'view_emptied', view: 'directory in memory' });
    }
    return this.isNewest(subjectId, chain.elements.length, leaf, asOf);
  }

  private isNewest(subjectId: string, version: number, leaf: number | null, { treeSize }: LogHead): boolean {
    if (leaf === null || leaf >= treeSize) return true;
    this.contradictions.alarm({ subjectId, version, leaf, treeSize });
    return false;
  }
}
