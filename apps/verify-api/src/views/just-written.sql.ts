/** Kinds of aggregates that callers name by their ids, each with the app that owns their events. */
export const OWNERS = {
  record: 'record_store',
  authority: 'credential_authority',
  credential: 'credential_authority',
  link: 'credential_authority',
  project: 'credential_authority',
  operator: 'credential_authority',
  subscription: 'webhook_dispatcher',
} as const;

export type OwnedKind = keyof typeof OWNERS;
export type Owner = (typeof OWNERS)[OwnedKind];

/** A subject that a view lacks, and who asks for it. */
export interface AskedSubject {
  kind: OwnedKind;
  id: string;
  project_id: string | null;
  /** Null for all authorities of the project. */
  authorities: readonly string[] | null;
}

const OF_PROJECT = `first.content ->> 'project_id' = asked.project_id`;

/** Whether the asking caller can see a subject, decided on the subject's first event as the views decide it. */
const IS_REACHED = `CASE asked.kind
    WHEN 'record' THEN ${OF_PROJECT}
      AND (asked.authorities IS NULL OR first.content #>> '{authority,id}' = ANY (asked.authorities))
    WHEN 'authority' THEN ${OF_PROJECT} AND (asked.authorities IS NULL OR asked.id = ANY (asked.authorities))
    WHEN 'credential' THEN first.content ->> 'project_id' IS NOT DISTINCT FROM asked.project_id
      AND (asked.authorities IS NULL OR first.content -> 'authorities' <@ to_jsonb(asked.authorities))
    -- The holder of a link is of no project.
    WHEN 'link' THEN (asked.project_id IS NULL OR ${OF_PROJECT})
      AND (asked.authorities IS NULL OR first.content ->> 'authority_id' = ANY (asked.authorities))
    WHEN 'subscription' THEN ${OF_PROJECT}
    WHEN 'project' THEN asked.project_id IS NULL
    -- Roles may have changed since: who can see an operator is decided on the newest ones.
    WHEN 'operator' THEN true
  END`;

/**
 * The newest version of each asked subject that exists and that its caller can see. The limit makes PostgreSQL read by the
 * index for each subject, whatever it assumes of the table. An edited element that is no JSON must not fail the others.
 */
export const newestVersionsSql = (owner: Owner): string => `
  SELECT asked.place, (
    SELECT max(e.version) FROM ${owner}_published.events AS e WHERE e.stream_id = asked.id
  ) AS version
  FROM json_to_recordset($1) AS asked(place integer, kind text, id text, project_id text, authorities text[])
  CROSS JOIN LATERAL (
    SELECT CASE WHEN e.element IS NULL THEN e.data
      WHEN pg_input_is_valid(e.element, 'jsonb') AND e.element IS JSON OBJECT THEN e.element::jsonb END AS content
    FROM ${owner}_published.events AS e WHERE e.stream_id = asked.id AND e.version = 1 LIMIT 1
  ) AS first
  WHERE ${IS_REACHED}`;
