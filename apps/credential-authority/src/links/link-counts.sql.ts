/**
 * Links that a record has had, and those of them that have not ended: the one event after the first is the end.
 * `$1` are the names that its links claim.
 */
export const LINK_COUNTS = `
  SELECT count(*)::integer AS ever, (count(*) FILTER (WHERE NOT EXISTS (
    SELECT FROM credential_authority.events AS e WHERE e.stream_id = c.owner AND e.version = 2
  )))::integer AS live
  FROM credential_authority.claims AS c WHERE c.name = ANY ($1)`;
