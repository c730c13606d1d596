import {
  digestText,
  readSeal,
  rootOfLanes,
  type Digest,
  type HistorySeal,
  type SealedLane,
} from '@service/evidence';
import type { Pool } from 'pg';
import { readLoggedDigests, readSealsInLog } from '../sealing/logged-seals.js';

/** A fault of a seal. */
export interface SealFault {
  seal: number;
  /**
   * `missing`: its text is missing. `edited`: its text does not match the digest in the transparency log. `unlogged`:
   * the log has no entry in its slot. `unchained`: it does not follow the seal before. `lanes_edited`: its stored heads
   * differ from those that it sealed.
   */
  kind: 'missing' | 'edited' | 'unlogged' | 'unchained' | 'lanes_edited';
}

/** Numbers of the first and the last seal to check; no seal is checked if the first is greater than the last. */
export interface SealsToCheck {
  origin: string | null;
  first: number;
  last: number;
}

/** Finds all seals that the log holds or, for a day, those from the first to the last that hold one of its lanes. */
export async function readSealsToCheck(pool: Pool, day: string | null): Promise<SealsToCheck> {
  const { origin, logged } = await readSealsInLog(pool);
  const { first, last } = day === null ? { first: 1, last: logged } : await readSealsOf(pool, day, logged);
  return { origin, first, last };
}

async function readSealsOf(
  pool: Pool,
  day: string,
  logged: number,
): Promise<{ first: number; last: number }> {
  const { rows } = await pool.query<{ first: number | null; last: number | null }>(
    'SELECT min(seal) AS first, max(seal) AS last FROM verify_api.history_sealed_lanes WHERE day = $1 AND seal <= $2',
    [day, logged],
  );
  return { first: rows[0]?.first ?? 1, last: rows[0]?.last ?? 0 };
}

/** Faults of some seals that must be in the log. */
export async function findSealFaults(
  pool: Pool,
  origin: string,
  numbers: readonly number[],
): Promise<SealFault[]> {
  const texts = await readTexts(pool, numbers);
  const lanes = await readLanes(pool, numbers);
  const before = numbers.map((number) => number - 1).filter((number) => number > 0);
  const logged = await readLoggedDigests(pool, origin, [...new Set([...numbers, ...before])]);
  return numbers.flatMap((seal) => {
    const kind = faultOfSeal(texts.get(seal), logged.get(seal), (said) => {
      const previous = seal === 1 ? null : (logged.get(seal - 1) ?? null);
      if (said.number !== seal || said.previous !== previous) return 'unchained';
      const own = lanes.get(seal) ?? [];
      return said.moved === own.length && said.root === rootOfLanes(own) ? null : 'lanes_edited';
    });
    return kind === null ? [] : [{ seal, kind }];
  });
}

function faultOfSeal(
  text: { text: string; digest: string } | undefined,
  logged: Digest | undefined,
  judge: (said: HistorySeal) => SealFault['kind'] | null,
): SealFault['kind'] | null {
  if (logged === undefined) return 'unlogged';
  if (text === undefined) return 'missing';
  const said = readSeal(text.text);
  if (said === null || digestText(text.text) !== logged || text.digest !== logged) return 'edited';
  return judge(said);
}

async function readTexts(
  pool: Pool,
  numbers: readonly number[],
): Promise<Map<number, { text: string; digest: string }>> {
  const { rows } = await pool.query<{ number: number; text: string; digest: string }>(
    'SELECT number, text, digest FROM verify_api.history_seals WHERE number = ANY ($1)',
    [numbers],
  );
  return new Map(rows.map(({ number, ...text }) => [number, text]));
}

async function readLanes(pool: Pool, numbers: readonly number[]): Promise<Map<number, SealedLane[]>> {
  const { rows } = await pool.query<
    Omit<SealedLane, 'count' | 'head'> & { seal: number; count: string; head: string }
  >(
    `SELECT seal, day::text, project_id, writer, count, encode(head, 'hex') AS head
     FROM verify_api.history_sealed_lanes WHERE seal = ANY ($1)`,
    [numbers],
  );
  const bySeal = new Map<number, SealedLane[]>();
  for (const { seal, count, head, ...lane } of rows) {
    const own = bySeal.get(seal) ?? [];
    own.push({ ...lane, count: Number(count), head: `sha256:${head}` });
    bySeal.set(seal, own);
  }
  return bySeal;
}
