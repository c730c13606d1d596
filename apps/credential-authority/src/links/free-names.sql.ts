/**
 * Gives back the names that links which have ended claimed: the one event after the first is the end. Names that others took
 * meanwhile are found taken when they are claimed.
 * `$1` are the names that the links of a record claim.
 * @returns those that no link has.
 */
export const FREE_NAMES = `
  WITH ended AS (
    DELETE FROM credential_authority.claims AS c
    WHERE c.name = ANY ($1) AND EXISTS (
      SELECT FROM credential_authority.events AS e WHERE e.stream_id = c.owner AND e.version = 2
    )
    RETURNING c.name
  )
  SELECT n.name FROM unnest($1::text[]) WITH ORDINALITY AS n (name, number)
  WHERE n.name IN (SELECT name FROM ended)
    OR NOT EXISTS (SELECT FROM credential_authority.claims AS c WHERE c.name = n.name)
  ORDER BY n.number`;
