-- phase: expand
-- The last whole round of any scrub and what it found, signed by the gateways' keys for answers.

CREATE TABLE verify_api.scrub_rounds (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  began_at timestamptz NOT NULL,
  completed_at timestamptz NOT NULL,
  -- JSON: the names of the findings; null where there are too many.
  found text NOT NULL,
  signature bytea NOT NULL
);
