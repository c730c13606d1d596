import { digestText, type Digest } from '@service/evidence';
import { InvalidItem } from '../inputs/invalid-item.js';
import { VERIFY_PATH } from './verify-path.js';

/** A request about one record, as it was sent. */
interface AskedRecord {
  record_id: string;
  evidence_scope?: readonly string[] | undefined;
}

const quote = JSON.stringify;

/** `requestDigest` of a request to verify one record. It joins the canonical text, because every answer needs one. */
export function verifyRequestDigest(asked: AskedRecord): Digest {
  return digestText(`{"body":${canonical(asked)},"method":"POST","path":"${VERIFY_PATH}"}`);
}

/** `requestDigest` of a batch request, with the whole of what its invalid items were. */
export function batchRequestDigest(records: readonly (AskedRecord | InvalidItem)[]): Digest {
  const items = records.map((item) => (item instanceof InvalidItem ? item.text : canonical(item)));
  const body = `{"records":[${items.join(',')}]}`;
  return digestText(`{"body":${body},"method":"POST","path":"${VERIFY_PATH}/batch"}`);
}

function canonical({ record_id, evidence_scope }: AskedRecord): string {
  const scope = evidence_scope === undefined ? '' : `"evidence_scope":${quote(evidence_scope)},`;
  return `{${scope}"record_id":${quote(record_id)}}`;
}
