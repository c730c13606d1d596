import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Answer } from '../schemas/schemas.js';
import type { CheckpointsQuery } from './log.query.js';
import { PAST_CHECKPOINTS_SQL } from './past-checkpoints.sql.js';

/** Reads earlier checkpoints of the log, which tell how it grew. */
@Injectable()
export class PastCheckpoints {
  constructor(private readonly pool: Pool) {}

  /** Smallest first. */
  async execute({ from, to, limit }: CheckpointsQuery): Promise<Answer<'LogCheckpoints'>> {
    const { rows } = await this.pool.query<CheckpointRow>({
      name: 'log.checkpoints',
      text: PAST_CHECKPOINTS_SQL,
      values: [from, to ?? null, limit],
    });
    return {
      data: rows.map(({ tree_size, root, note, published_at }) => ({
        tree_size: Number(tree_size),
        root_hash: root.toString('base64'),
        checkpoint: note,
        published_at: published_at.toISOString(),
      })),
    };
  }
}

interface CheckpointRow {
  tree_size: string;
  root: Buffer;
  note: string;
  published_at: Date;
}
