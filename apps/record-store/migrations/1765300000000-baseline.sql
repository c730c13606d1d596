-- phase: expand
-- What the log of records has beside it.

REVOKE INSERT ON {schema}.events FROM CURRENT_USER;

-- Seals of the interaction history, which are sequenced like elements.
CREATE TABLE {schema}.log_seals (
  number integer PRIMARY KEY CHECK (number > 0),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32)
);
