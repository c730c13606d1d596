import type { AuthorityElement } from '../elements/authority-element.js';
import type { JsonValue } from '../json/strict-json.js';
import type { KeyElement } from '../elements/key-element.js';
import type { RecordElement } from '../elements/record-element.js';

/** The only format of bundles so far. */
export const BUNDLE_FORMAT = 'bundle/v1';

/** An answer with everything that its signature covers. */
export interface BundledAnswer {
  /** The verification envelope. */
  body: { [name: string]: JsonValue };
  request: { method: string; path: string; body: { [name: string]: JsonValue } };
  request_id: string;
  /** The caller's `Service-Nonce`; null without one. */
  nonce: string | null;
  /** Value of the header `Service-Evidence-As-Of`. */
  as_of: string;
  /** Value of the header `Service-Evidence-Signature`. */
  signature: string;
  /** Value of the header `Service-Evidence-Path`. */
  path: string;
}

/** Proof that the log at one size is the beginning of the log at another, RFC 6962, section 2.1.2. */
export interface BundledConsistency {
  from: number;
  to: number;
  /** Hashes in base64. */
  proof: string[];
}

/**
 * Evidence of a record in one document that can be checked offline and years later: an answer and everything that
 * proves it. The keys of the log and of the witnesses are not included: a verifier must get them from elsewhere.
 */
export interface EvidenceBundle {
  format: typeof BUNDLE_FORMAT;
  /** Origin of the log. */
  log: string;
  answer: BundledAnswer;
  /** All elements of the record, oldest first. */
  record: RecordElement[];
  /** All elements of each authority that the record names, oldest first, by the authority's id. */
  authorities: { [authorityId: string]: AuthorityElement[] };
  /** All elements of each key that signed any part of the bundle, oldest first, by the key's id. */
  keys: { [keyId: string]: KeyElement[] };
  /** A checkpoint of the log with its cosignatures, C2SP tlog-checkpoint. */
  checkpoint: string;
  /** Proof that the newest element of each subject is in the log, C2SP tlog-proof, by the subject's id. */
  inclusion: { [subjectId: string]: string };
  /** The same of the earlier elements that show the order in the log, by the subject's id, a slash and the sequence. */
  order: { [place: string]: string };
  /** From the log's size in the answer to its size in the checkpoint. */
  consistency: BundledConsistency;
  /** From a size that the reader named to that of the checkpoint. */
  earlier?: BundledConsistency;
}
