import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ChangedBy } from '../history/ChangedBy.js';
import { RecordVerdict, VerdictLine } from '../../components/RecordVerdict.js';

/** Asks the service once for its verdict on a record, as of now, and for the record's authority. */
export function useVerdict({ id, version }: Schemas['Record']) {
  return useAnswer(['records', id, 'verdict', version], (api) =>
    api.POST('/v1/records/verify', { body: { record_id: id, evidence_scope: ['verdict', 'authority'] } }),
  );
}

/** The service's verdict on a record, as of now. */
export function ServiceVerdict({ record }: { record: Schemas['Record'] }) {
  const { id, version, authority_id, issuer, updated_at, reason, expires_at } = record;
  const answer = useVerdict(record);
  const verdict = answer.data?.evidence.verdict;
  const codes = [...(verdict?.reasons ?? []), ...(verdict?.warnings ?? [])];
  const { data: authority } = useAnswer(
    ['authorities', authority_id],
    (api) => api.GET('/v1/authorities/{id}', { params: { path: { id: authority_id } } }),
    { enabled: codes.some((code) => code.startsWith('authority.')) },
  );
  if (verdict === undefined) {
    const says = answer.error === null ? 'The service is asked…' : `Not verified: ${answer.error.message}`;
    return <VerdictLine good={null}>{says}</VerdictLine>;
  }
  // It may have changed since it was read.
  const change = answer.data?.record.version === version ? { changedAt: updated_at, reason } : {};
  const known = {
    ...change,
    expiresAt: expires_at,
    authority: { id: authority_id, issuer, ...(authority && endOf(authority)) },
  };
  return <RecordVerdict verdict={verdict} known={known} by={<ChangedBy id={id} at={change.changedAt} />} />;
}

function endOf({ state, invalid_since, updated_at, valid_until }: Schemas['Authority']) {
  const endedAt = state === 'active' ? null : state === 'expired' ? valid_until : updated_at;
  return { compromisedSince: invalid_since, endedAt };
}
