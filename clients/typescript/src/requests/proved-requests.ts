import type { JsonValue } from '@service/evidence';
import type { ProvedAnswer } from '../verification/answer-checker.js';
import type { ServiceRequest } from './request-options.js';

const VERIFICATION = /^\/v1\/records\/verify(?:\/batch)?\/?$/;

/** How the answer to a request proves itself; null where it does not. */
export function provedForm({ path }: Pick<ServiceRequest, 'path'>): ProvedAnswer['kind'] | null {
  // As the service reads it: `/v1/records/%76erify` is a verification, too.
  if (VERIFICATION.test(segmentsOf(path).join('/'))) return 'answer';
  return bundledRecord(path) === null ? null : 'bundle';
}

/** What a request asks for: its body, or the record of a bundle. */
export function askedBy({ path }: Pick<ServiceRequest, 'path'>, body: string | null): JsonValue {
  const record_id = bundledRecord(path);
  return record_id === null ? (JSON.parse(body ?? 'null') as JsonValue) : { record_id };
}

function bundledRecord(path: string): string | null {
  const [, version, records, id, evidence, ...more] = segmentsOf(path);
  const isBundle = version === 'v1' && records === 'records' && evidence === 'evidence';
  return isBundle && id !== undefined && more.join('') === '' ? id : null;
}

/** @throws TypeError for a path that no service could read. */
function segmentsOf(path: string): string[] {
  try {
    return path.split('/').map((segment) => decodeURIComponent(segment));
  } catch {
    throw new TypeError('A path has a percent sign that encodes nothing.');
  }
}
