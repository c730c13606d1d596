import type { Envelope } from '../verifying/envelope.js';

/**
 * The summary of a verification for agents. It is not signed, but follows from the signed envelope and the position
 * that its signature covers, so that a program with both can check it.
 * @param asOf value of `Service-Evidence-As-Of`; null where the answer carries none.
 */
export function summariseVerification(
  { record, evidence, verified_at, request_id }: Envelope,
  asOf: string | null,
) {
  const { verdict, provenance, authority, lookup } = evidence;
  return {
    verdict,
    record_id: record.id,
    state: record.state,
    version: record.version,
    verified: provenance?.verified,
    origin: provenance?.origin,
    issuer: authority?.issuer,
    authority_id: authority?.id,
    authority_state: authority?.state,
    valid_until: authority?.valid_until,
    valid_now: authority?.valid_now,
    ...(lookup === undefined ? {} : { lookup }),
    verified_at,
    request_id,
    as_of: asOf,
  };
}
