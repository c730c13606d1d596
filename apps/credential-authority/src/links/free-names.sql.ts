/**
 * The first of the names `$1` that no open link has; none where all have one. A link that has ended gives back what it
 * claimed: the one event after its first is its end.
 */
export const TAKE_FREE_NAME = `
  WITH given_back AS (
    DELETE FROM credential_authority.claims AS c
    WHERE c.name = ANY ($1) AND EXISTS (
      SELECT FROM credential_authority.events AS e WHERE e.stream_id = c.owner AND e.version = 2
    ) RETURNING c.name
  )
  SELECT n.name FROM unnest($1::text[]) WITH ORDINALITY AS n (name, number)
  WHERE n.name IN (SELECT name FROM given_back)
    OR NOT EXISTS (SELECT FROM credential_authority.claims AS c WHERE c.name = n.name)
  ORDER BY n.number LIMIT 1`;
