-- phase: expand
-- Which keys each running process has, by their ids, so that one with other keys is refused when it starts.

CREATE TABLE verify_api.key_holders (
  process text COLLATE "C" NOT NULL,
  setting text COLLATE "C" NOT NULL,
  ids text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (process, setting)
);
