import type { Digest, RecordElementContent, RecordState } from '@service/evidence';

/** A record after its events so far. */
export interface RecordSnapshot {
  id: string;
  project_id: string;
  authority_id: string;
  issuer: string;
  origin: string;
  external_id: string | null;
  content_digest: Digest;
  state: RecordState;
  /** Sequence of the newest element. */
  version: number;
  /** Digest of the newest element. */
  digest: Digest;
  expires_at: string | null;
  successor_id: string | null;
  /** Reason of the newest transition. */
  reason: string | null;
  created_at: string;
  updated_at: string;
}

/** A record as the contents of its elements tell. */
export type FoldedRecord = Omit<RecordSnapshot, 'digest'>;

/** The record after one more element, without that one's digest. */
export function foldRecord(
  before: FoldedRecord | undefined,
  element: RecordElementContent,
  reason: string | null,
): FoldedRecord {
  return {
    id: element.record_id,
    project_id: element.project_id,
    authority_id: element.authority.id,
    issuer: element.issuer,
    origin: element.origin,
    external_id: element.external_id,
    content_digest: element.content_digest,
    state: element.state,
    version: element.sequence,
    expires_at: element.expires_at,
    successor_id: element.successor_id,
    reason,
    created_at: before?.created_at ?? element.occurred_at,
    updated_at: element.occurred_at,
  };
}
