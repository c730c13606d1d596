-- phase: expand
-- Seals of the interaction history, which are sequenced like elements; a recovery of the log leaves them.
CREATE TABLE {schema}.log_seals (
  number integer PRIMARY KEY CHECK (number > 0),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32)
);
