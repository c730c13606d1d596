import {
  LINK_LENGTH,
  copyOfLane,
  copyOfLine,
  firstLinkOf,
  linkText,
  type SealedLines,
} from '@service/evidence';
import type { Pool } from 'pg';
import type { StreamPlace } from './stream-place.js';

/** A record of the copy, and the place behind it. */
export interface SentRecord {
  text: string;
  place: StreamPlace;
}

/** Most blocks that one query reads. */
const BLOCKS = 16;

/** All that the next seal covers, from a place on: the lines of each lane and then what is sealed of it; last the seal. */
export async function* sealedRecords(
  pool: Pool,
  from: StreamPlace,
  sealText: string,
): AsyncGenerator<SentRecord> {
  const seal = from.seal + 1;
  const lanes = await readLanes(pool, seal);
  for (let index = from.lanes; index < lanes.length; index += 1) {
    const lane = lanes[index] as SealedLines;
    const sent = index === from.lanes ? Math.max(from.line, lane.after.count) : lane.after.count;
    for await (const { text, line } of linesOf(pool, lane, sent))
      yield { text, place: { seal: from.seal, lanes: index, line } };
    yield { text: copyOfLane(lane), place: { seal: from.seal, lanes: index + 1, line: 0 } };
  }
  yield { text: sealText, place: { seal, lanes: 0, line: 0 } };
}

/** In an order that never changes, because a place counts them. */
async function readLanes(pool: Pool, seal: number): Promise<SealedLines[]> {
  const { rows } = await pool.query<{
    project_id: string;
    day: string;
    writer: string;
    count: string;
    head: string;
    after: string | null;
    link: string | null;
  }>(
    `SELECT project_id, day::text, writer, lane.count, encode(lane.head, 'hex') AS head,
       before.count AS after, encode(before.head, 'hex') AS link
     FROM verify_api.history_sealed_lanes AS lane LEFT JOIN LATERAL (
       SELECT count, head FROM verify_api.history_sealed_lanes
       WHERE day = lane.day AND project_id = lane.project_id AND writer = lane.writer AND seal < lane.seal
       ORDER BY seal DESC LIMIT 1
     ) AS before ON true
     WHERE seal = $1 ORDER BY project_id COLLATE "C", day, writer COLLATE "C"`,
    [seal],
  );
  return rows.map(({ count, head, after, link, ...lane }) => ({
    seal,
    ...lane,
    count: Number(count),
    head: `sha256:${head}`,
    after:
      link === null
        ? { count: 0, head: linkText(firstLinkOf(lane)) }
        : { count: Number(after), head: `sha256:${link}` },
  }));
}

/** The lines behind the one that was sent last, up to the last that is sealed. */
async function* linesOf(
  pool: Pool,
  lane: SealedLines,
  sent: number,
): AsyncGenerator<{ text: string; line: number }> {
  const { day, project_id, writer, count } = lane;
  for (let line = sent, next: number | null = sent + 1; next !== null;) {
    const { rows }: { rows: { sequence: string; lines: string; links: Buffer }[] } = await pool.query(
      `SELECT sequence, lines, links FROM verify_api.interactions
       WHERE day = $1 AND project_id = $2 AND writer = $3 AND sequence <= $5 AND sequence >= coalesce((
         SELECT max(sequence) FROM verify_api.interactions
         WHERE day = $1 AND project_id = $2 AND writer = $3 AND sequence <= $4), $4)
       ORDER BY sequence LIMIT ${BLOCKS}`,
      [day, project_id, writer, next, count],
    );
    for (const { sequence, lines, links } of rows) {
      for (const [index, text] of lines.split('\n').entries()) {
        const at = Number(sequence) + index;
        if (at <= line || at > count) continue;
        const link = links.subarray(index * LINK_LENGTH, (index + 1) * LINK_LENGTH);
        yield { text: copyOfLine(text, lane, linkText(link)), line: at };
        line = at;
      }
    }
    // Where an intruder took lines away, the next query would find the same blocks again.
    next = rows.length === BLOCKS && line >= next ? line + 1 : null;
  }
}
