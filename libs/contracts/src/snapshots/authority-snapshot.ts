import type { AuthorityElementContent, AuthorityState, RevocationCause } from '@service/evidence';

/** An authority after its events so far. */
export interface AuthoritySnapshot {
  id: string;
  project_id: string;
  issuer: string;
  scope: string[];
  valid_until: string;
  public_key: string | null;
  state: AuthorityState;
  version: number;
  cause: RevocationCause | null;
  invalid_since: string | null;
  /** Reason of the newest transition. */
  reason: string | null;
  created_at: string;
  updated_at: string;
}

/** The authority after one more element. */
export function foldAuthority(
  before: AuthoritySnapshot | undefined,
  element: AuthorityElementContent,
  reason: string | null,
): AuthoritySnapshot {
  return {
    id: element.authority_id,
    project_id: element.project_id,
    issuer: element.issuer,
    scope: element.scope,
    valid_until: element.valid_until,
    public_key: element.public_key,
    state: element.state,
    version: element.sequence,
    cause: element.cause,
    invalid_since: element.invalid_since,
    reason,
    created_at: before?.created_at ?? element.occurred_at,
    updated_at: element.occurred_at,
  };
}
