import { agreedNow, ServiceError, timeOfId } from '@service/contracts';
import { dayOf } from '@service/platform/days';
import type { Pool } from 'pg';
import type { ReadBlock } from './lane-windows.js';
import { LAST } from './newest-lines.js';
import { openBlock } from './open-block.js';
import { shownInteraction, type ShownInteraction } from './shown-interaction.js';

/** Milliseconds, relative to a request's arrival, within which its answer was ready. */
const EARLIEST = -10_000;
const LATEST = 120_000;

/** @throws ServiceError `interaction.not_found`, also for an interaction of another project. */
export async function readInteractionOf(
  pool: Pool,
  projectId: string,
  requestId: string,
  now = agreedNow(),
): Promise<ShownInteraction> {
  const arrived = timeOfId(requestId, 'request');
  if (arrived !== null && arrived <= now + LATEST) {
    const days = new Set([dayOf(arrived), dayOf(arrived + LATEST)]);
    for (const day of days) {
      const found = await findOn(pool, projectId, requestId, day, arrived);
      if (found !== null) return found;
    }
  }
  throw new ServiceError('interaction.not_found');
}

async function findOn(
  pool: Pool,
  projectId: string,
  requestId: string,
  day: string,
  arrived: number,
): Promise<ShownInteraction | null> {
  const wanted = `"request_id":"${requestId}"`;
  const { rows } = await pool.query<ReadBlock>(
    `SELECT block.* FROM verify_api.lanes AS lane
     CROSS JOIN LATERAL (
       (SELECT * FROM verify_api.interactions
        WHERE day = $1 AND project_id = $2 AND writer = lane.writer AND last_at BETWEEN $4 AND $5)
       UNION ALL
       (SELECT * FROM verify_api.interactions
        WHERE day = $1 AND project_id = $2 AND writer = lane.writer AND last_at > $5
        ORDER BY last_at LIMIT 1)
     ) AS block
     WHERE lane.day = $1 AND lane.project_id = $2
       AND $3 COLLATE "C" BETWEEN block.first_request AND block.last_request AND position($6 IN block.lines) > 0
     ORDER BY position('.' IN lane.writer) > 0`,
    [day, projectId, requestId, new Date(arrived + EARLIEST), new Date(arrived + LATEST), wanted],
  );
  for (const block of rows) {
    const lines = openBlock(block, day, { from: '', below: LAST }, {});
    const found = lines.find(({ line }) => line.request_id === requestId);
    if (found !== undefined) return shownInteraction(found);
  }
  return null;
}
