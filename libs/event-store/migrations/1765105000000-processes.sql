-- phase: expand
-- How the processes of an app share the work on its log.

-- Shows that the database went back in time: `beat` rises every half second and is also stored outside the database;
-- `epoch` rises when the database was restored, promoted or moved.
CREATE TABLE {schema}.log_identity (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  epoch integer NOT NULL,
  beat bigint NOT NULL,
  server text
);

INSERT INTO {schema}.log_identity (epoch, beat) VALUES (1, 0);

-- Only the holder of a lease may do its work, and each of its writes checks the epoch. Session locks would not do: they
-- outlive a lost host for hours and break under a pooler.
CREATE TABLE {schema}.leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Which keys each running process has, by their ids, so that one with other keys is refused when it starts.
CREATE TABLE {schema}.key_holders (
  process text COLLATE "C" NOT NULL,
  setting text COLLATE "C" NOT NULL,
  ids text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (process, setting)
);
