import { LOOKUPS, canonicalJson, digestText, type Digest } from '@service/evidence';
import { InvalidItem, type BatchItem } from '../interface/inputs/invalid-item.js';
import { BatchMember, DigestMember, TextMember, TextsMember } from '../interface/inputs/members.js';
import { IdentifierMember } from '../interface/inputs/identifier.member.js';
import { EVIDENCE_PARTS, type EvidencePart } from './render-envelope.js';

/** The path that a single record is verified at. */
export const VERIFY_PATH = '/v1/records/verify';

const EXACTLY_ONE =
  'Exactly one of `record_id`, `external_id`, `content_digest` and `content` is given; with the last three, the answer is about the newest active record that matches, else the newest.';

export class VerifyBody {
  @TextMember(`The record to verify. ${EXACTLY_ONE}`, { optional: true })
  record_id?: string;

  @IdentifierMember('Your own name for the record.', { maxLength: 512, optional: true })
  external_id?: string;

  @DigestMember('SHA-256 of the record’s content, or of one that it had.', { optional: true })
  content_digest?: string;

  @TextMember(
    'The record’s content, or one that it had: hashed as UTF-8 and never stored. For one that is too large for a body, send its `content_digest`.',
    { minLength: 0, optional: true },
  )
  content?: string;

  @TextMember('Narrows a look-up to the records of this authority.', { maxLength: 128, optional: true })
  authority_id?: string;

  @TextsMember('Evidence that the answer is to hold; all of it where this is left out.', {
    choices: EVIDENCE_PARTS,
    maxItems: EVIDENCE_PARTS.length,
    optional: true,
  })
  evidence_scope?: EvidencePart[];
}

export class VerifyBatchBody {
  @BatchMember(VerifyBody)
  records!: BatchItem<VerifyBody>[];
}

/** Whether a request names the record by its id alone. */
export function namesRecord(body: VerifyBody): body is VerifyBody & { record_id: string } {
  return (
    body.record_id !== undefined &&
    body.authority_id === undefined &&
    LOOKUPS.every((member) => body[member] === undefined)
  );
}

/** `requestDigest` of a request to verify one record. It joins the canonical text, because every answer needs one. */
export function verifyRequestDigest(asked: VerifyBody): Digest {
  return digestText(`{"body":${canonical(asked)},"method":"POST","path":"${VERIFY_PATH}"}`);
}

/** `requestDigest` of a batch request; it covers invalid items as they were sent. */
export function batchRequestDigest(records: readonly BatchItem<VerifyBody>[]): Digest {
  const items = records.map((item) => (item instanceof InvalidItem ? item.text : canonical(item)));
  const body = `{"records":[${items.join(',')}]}`;
  return digestText(`{"body":${body},"method":"POST","path":"${VERIFY_PATH}/batch"}`);
}

function canonical(asked: VerifyBody): string {
  // Members that were not sent are there as undefined.
  if (!namesRecord(asked)) return canonicalJson(JSON.parse(JSON.stringify(asked)));
  const { record_id, evidence_scope } = asked;
  const scope = evidence_scope === undefined ? '' : `"evidence_scope":${JSON.stringify(evidence_scope)},`;
  return `{${scope}"record_id":${JSON.stringify(record_id)}}`;
}
