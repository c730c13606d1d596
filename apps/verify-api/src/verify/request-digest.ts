import { canonicalJson, digestText, type Digest } from '@service/evidence';
import { InvalidItem, type BatchItem } from '../interface/inputs/invalid-item.js';
import { namesRecord } from './find-subjects.js';
import { VERIFY_PATH } from './verify-path.js';
import type { VerifyBody } from './verify.bodies.js';

const quote = JSON.stringify;

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
  const scope = evidence_scope === undefined ? '' : `"evidence_scope":${quote(evidence_scope)},`;
  return `{${scope}"record_id":${quote(record_id)}}`;
}
