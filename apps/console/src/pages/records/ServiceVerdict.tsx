import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ChangedBy } from '../history/ChangedBy.js';
import { RecordVerdict, VerdictLine } from '../../components/RecordVerdict.js';

/** Asks the service once for its verdict on a record, as of now. */
function useVerdict({ id, version }: Schemas['Record']) {
  return useAnswer(['records', id, 'verdict', version], (api) =>
    api.POST('/v1/records/verify', { body: { record_id: id, evidence_scope: ['verdict'] } }),
  );
}

/** The authority of a record, where the verdict names it: then it is not active, or was not. */
export function useEndedAuthority(record: Schemas['Record']): Schemas['Authority'] | undefined {
  const { reasons = [], warnings = [] } = useVerdict(record).data?.evidence.verdict ?? {};
  const { authority_id: id } = record;
  return useAnswer(
    ['authorities', id],
    (api) => api.GET('/v1/authorities/{id}', { params: { path: { id } } }),
    { enabled: [...reasons, ...warnings].some((code) => code.startsWith('authority.')) },
  ).data;
}

/** The service's verdict on a record, as of now. */
export function ServiceVerdict({ record }: { record: Schemas['Record'] }) {
  const { id, version, authority_id, issuer, updated_at, reason, expires_at } = record;
  const answer = useVerdict(record);
  const verdict = answer.data?.evidence.verdict;
  const authority = useEndedAuthority(record);
  if (verdict === undefined) {
    if (answer.error === null) return <VerdictLine good="waiting">The service is asked…</VerdictLine>;
    return <VerdictLine good="unknown">Not verified: {answer.error.message}</VerdictLine>;
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
