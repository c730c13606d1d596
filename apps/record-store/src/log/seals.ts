import { Injectable } from '@nestjs/common';
import type { StoredSeal, SealHistory } from '@service/contracts';
import { digestBytes, historySlot, type Digest } from '@service/evidence';
import type { Pool } from 'pg';
import type { Leaf } from './leaf-of.js';
import type { SourcePositions } from './cut-page.js';

/** Subject of seals in the log, and the key of their position among the positions of sources. */
const HISTORY = 'history';
/** Most seals in one batch. */
const BATCH = 500;

/** Stores the seals of the interaction history for the sequencer. */
@Injectable()
export class Seals {
  /** @param onStored called after each seal. */
  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
    private readonly onStored: () => void = () => undefined,
  ) {}

  /**
   * Stores a seal, unless its number, or a higher one, is stored: the sequencer passes each number once.
   * @returns the seal that is stored under the number.
   */
  async store({ number, digest }: SealHistory): Promise<StoredSeal> {
    await this.pool.query(
      `INSERT INTO ${this.schema}.log_seals (number, digest)
       SELECT $1::integer, $2::bytea
       WHERE NOT EXISTS (SELECT FROM ${this.schema}.log_seals WHERE number > $1::integer)
       ON CONFLICT DO NOTHING`,
      [number, digestBytes(digest)],
    );
    this.onStored();
    const { rows } = await this.pool.query<{ digest: Buffer }>(
      `SELECT digest FROM ${this.schema}.log_seals WHERE number = $1`,
      [number],
    );
    return { number, digest: rows[0] === undefined ? null : digestOf(rows[0].digest) };
  }
}

/** Leaves of seals that are not in the log, and the position that they reach. */
export interface WaitingSeals {
  leaves: Leaf[];
  positions: SourcePositions;
}

/** Leaves of the seals after a position, in the order of their numbers. */
export async function readWaitingSeals(
  pool: Pool,
  schema: string,
  origin: string,
  positions: SourcePositions,
): Promise<WaitingSeals> {
  const { rows } = await pool.query<{ number: number; digest: Buffer }>({
    name: `waiting_seals.${schema}`,
    text: `SELECT number, digest FROM ${schema}.log_seals WHERE number > $1 ORDER BY number LIMIT ${BATCH}`,
    values: [positions.get(HISTORY)?.pos ?? '0'],
  });
  const leaves = rows.map(({ number, digest }) => {
    return {
      slot: historySlot(origin, number),
      digest: digestOf(digest),
      subjectId: HISTORY,
      sequence: number,
    };
  });
  const last = rows.at(-1);
  return {
    leaves,
    positions: new Map(last === undefined ? [] : [[HISTORY, { tx: '0', pos: `${last.number}` }]]),
  };
}

function digestOf(bytes: Buffer): Digest {
  return `sha256:${bytes.toString('hex')}`;
}
