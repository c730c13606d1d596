import { Injectable } from '@nestjs/common';
import type { PublicCall } from '../interface/call.js';
import type { Answer } from '../interface/schemas/schemas.js';
import type { CheckpointsQuery } from './log.query.js';
import { PublicReads } from './public-reads.js';

/**
 * Reads at most $3 checkpoints from size $1 to size $2 (null: to the newest), spread evenly over the sizes: the first one,
 * then the largest of each further part. Each costs one look-up by the primary key, however many there are.
 */
const PAST_CHECKPOINTS = `
  SELECT DISTINCT ON (c.tree_size) c.tree_size, c.root, c.note, c.published_at
  FROM (
    SELECT $1::bigint AS "from", least($2::bigint, tree_size) AS "to" FROM record_store_published.log_head
  ) AS bounds
  CROSS JOIN generate_series(0, $3::integer - 1) AS part(number)
  CROSS JOIN LATERAL (
    (SELECT * FROM record_store_published.log_checkpoints
      WHERE part.number = 0 AND tree_size BETWEEN bounds."from" AND bounds."to"
      ORDER BY tree_size LIMIT 1)
    UNION ALL
    (SELECT * FROM record_store_published.log_checkpoints
      WHERE part.number > 0 AND tree_size BETWEEN bounds."from"
        AND bounds."from" + ceil((bounds."to" - bounds."from")::numeric * part.number / ($3::integer - 1))::bigint
      ORDER BY tree_size DESC LIMIT 1)
  ) AS c
  ORDER BY c.tree_size`;

/** Reads earlier checkpoints of the log, which tell how it grew. */
@Injectable()
export class PastCheckpoints {
  constructor(private readonly reads: PublicReads) {}

  /** Smallest first. */
  async execute(
    { network }: Pick<PublicCall, 'network'>,
    { from, to, limit }: CheckpointsQuery,
  ): Promise<Answer<'LogCheckpoints'>> {
    const { rows } = await this.reads.query<CheckpointRow>(network, {
      name: 'log.checkpoints',
      text: PAST_CHECKPOINTS,
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
