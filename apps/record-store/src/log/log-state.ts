import { EMPTY_ROOT } from '@service/evidence';
import type { PoolClient } from 'pg';
import type { SourcePositions } from './cut-page.js';

/** A size of the tree, with its root. */
export interface TreeHead {
  size: number;
  root: Uint8Array;
}

/** State of the log in its tables. */
export interface LogState extends TreeHead {
  origin: string;
  /** Every element of transactions below this id is in the tree. */
  covered: bigint;
  positions: SourcePositions;
  /** The newest published checkpoint; null before the first. */
  head: TreeHead | null;
}

/**
 * Creates the log's state where there is none, and writes in any case: this commit waits until the synchronous standby has all
 * earlier commits. A crash or a broken connection ends such a wait too early, and leaves that only the primary has become visible.
 */
export async function openLog(client: PoolClient, schema: string, origin: string): Promise<void> {
  await client.query(
    `INSERT INTO ${schema}.log_state (origin, size, root, covered) VALUES ($1, 0, $2, '0')
     ON CONFLICT (singleton) DO UPDATE SET origin = log_state.origin`,
    [origin, EMPTY_ROOT],
  );
}

/** Reads the state of an open log. */
export async function readLogState(client: PoolClient, schema: string): Promise<LogState> {
  const { rows: positions } = await client.query<{ source: string; tx: string; pos: string }>(
    `SELECT source, tx::text, pos::text FROM ${schema}.log_positions`,
  );
  const { rows } = await client.query<{
    origin: string;
    size: string;
    root: Buffer;
    covered: string;
    head_size: string | null;
    head_root: Buffer;
  }>(
    `SELECT s.origin, s.size, s.root, s.covered::text, h.tree_size AS head_size, h.root AS head_root
     FROM ${schema}.log_state AS s LEFT JOIN ${schema}.log_head AS h ON true`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('There is no log yet.');
  const { origin, size, root, covered, head_size, head_root } = row;
  return {
    origin,
    size: Number(size),
    root,
    covered: BigInt(covered),
    positions: new Map(positions.map(({ source, tx, pos }) => [source, { tx, pos }])),
    head: head_size === null ? null : { size: Number(head_size), root: head_root },
  };
}
