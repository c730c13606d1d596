/**
 * Gives back what links that have ended claimed: the one event after the first is the end.
 * `$1` are the names that the links of a record claim.
 */
export const GIVE_BACK_NAMES = `
  DELETE FROM credential_authority.claims AS c
  WHERE c.name = ANY ($1) AND EXISTS (
    SELECT FROM credential_authority.events AS e WHERE e.stream_id = c.owner AND e.version = 2
  )`;

/** Those of the names `$1` that no link has, in their order. */
export const FREE_NAMES = `
  SELECT n.name FROM unnest($1::text[]) WITH ORDINALITY AS n (name, number)
  WHERE NOT EXISTS (SELECT FROM credential_authority.claims AS c WHERE c.name = n.name)
  ORDER BY n.number`;
