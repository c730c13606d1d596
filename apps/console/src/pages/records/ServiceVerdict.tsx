import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { RecordVerdict, VerdictLine } from '../../components/RecordVerdict.js';

/** The service's verdict on a record, as of now. */
export function ServiceVerdict({ record }: { record: Schemas['Record'] }) {
  const { id, version, authority_id, updated_at, reason, expires_at } = record;
  const answer = useAnswer(['records', id, 'verdict', version], (api) =>
    api.POST('/v1/records/verify', { body: { record_id: id, evidence_scope: ['verdict'] } }),
  );
  const verdict = answer.data?.evidence.verdict;
  const isCompromised = verdict?.reasons.includes('authority.compromised') ?? false;
  const authority = useAnswer(
    ['authorities', authority_id],
    (api) => api.GET('/v1/authorities/{id}', { params: { path: { id: authority_id } } }),
    { enabled: isCompromised },
  );
  if (verdict === undefined) {
    const says = answer.error === null ? 'The service is asked…' : `Not verified: ${answer.error.message}`;
    return <VerdictLine good={null}>{says}</VerdictLine>;
  }
  // It may have changed since it was read.
  const change = answer.data?.record.version === version ? { changedAt: updated_at, reason } : {};
  const compromisedSince = authority.data?.invalid_since;
  return <RecordVerdict verdict={verdict} known={{ ...change, expiresAt: expires_at, compromisedSince }} />;
}
