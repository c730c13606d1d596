/**
 * The first of the names `$1` that no open link has; none where all have one. A link that has ended gives back what it
 * claimed: the one event after its first is its end. Only the name that is answered is given back: another statement at the
 * same time would count all of them as taken.
 */
export const TAKE_FREE_NAME = `
  WITH free AS (
    SELECT n.name, c.owner FROM unnest($1::text[]) WITH ORDINALITY AS n (name, number)
    LEFT JOIN credential_authority.claims AS c ON c.name = n.name
    WHERE c.name IS NULL
      OR EXISTS (SELECT FROM credential_authority.events AS e WHERE e.stream_id = c.owner AND e.version = 2)
    ORDER BY n.number LIMIT 1
  ), given_back AS (
    DELETE FROM credential_authority.claims AS c USING free WHERE c.name = free.name AND c.owner = free.owner
  )
  SELECT name FROM free`;
