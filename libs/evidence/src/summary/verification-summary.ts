import type { Envelope } from '../verifying/envelope.js';

/**
 * What a verification comes down to, as agents are told it. It is not signed: it follows from the envelope, which is, and
 * from the position that the envelope's signature covers. A program that has both can compare.
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
