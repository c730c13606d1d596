/**
 * Tables of the transparency log. They are published: gateways read them, and only the sequencer writes them.
 *
 * `log_state` is the current tree, `log_head` the newest published checkpoint. `covered` is the transaction id
 * below which every element is in the tree; all apps of an environment share one database.
 */
export function logTablesSql(schema: string): string[] {
  return [
    `CREATE TABLE ${schema}.log_state (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      origin text NOT NULL,
      size bigint NOT NULL,
      root bytea NOT NULL,
      covered xid8 NOT NULL
    )`,
    `CREATE TABLE ${schema}.log_positions (
      source text PRIMARY KEY,
      tx xid8 NOT NULL,
      pos bigint NOT NULL
    )`,
    `CREATE TABLE ${schema}.log_leaves (
      index bigint PRIMARY KEY,
      slot bytea NOT NULL CONSTRAINT log_slots_occur_once UNIQUE,
      digest bytea NOT NULL,
      subject_id text NOT NULL,
      sequence integer NOT NULL
    )`,
    `CREATE INDEX log_leaves_of_subjects ON ${schema}.log_leaves (subject_id, sequence)`,
    `CREATE TABLE ${schema}.log_tiles (
      level smallint NOT NULL,
      number bigint NOT NULL,
      hashes bytea NOT NULL,
      PRIMARY KEY (level, number)
    )`,
    `CREATE TABLE ${schema}.log_checkpoints (
      tree_size bigint PRIMARY KEY,
      root bytea NOT NULL,
      note text NOT NULL,
      published_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`,
    `CREATE TABLE ${schema}.log_head (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      tree_size bigint NOT NULL,
      root bytea NOT NULL,
      note text NOT NULL,
      covered xid8 NOT NULL,
      at timestamptz NOT NULL
    )`,
    // Of published checkpoints: the served one and newer ones.
    `CREATE TABLE ${schema}.log_cosignatures (
      origin text NOT NULL,
      tree_size bigint NOT NULL,
      key_name text NOT NULL,
      key_hash bigint NOT NULL,
      signature bytea NOT NULL,
      cosigned_at timestamptz NOT NULL,
      PRIMARY KEY (origin, tree_size, key_name, key_hash)
    )`,
    // With cosignatures in its note; valid for ten seconds, and only where there are witnesses.
    `CREATE TABLE ${schema}.log_served (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      origin text NOT NULL,
      tree_size bigint NOT NULL,
      note text NOT NULL,
      at timestamptz NOT NULL
    )`,
  ];
}

/** Table of the seals of the interaction history, which are sequenced like the elements of the event tables. */
export function logSealsSql(schema: string): string {
  return `CREATE TABLE ${schema}.log_seals (
    number integer PRIMARY KEY CHECK (number > 0),
    digest bytea NOT NULL CHECK (octet_length(digest) = 32)
  )`;
}
