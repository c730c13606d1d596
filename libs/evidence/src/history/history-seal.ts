import { utf8 } from '#platform';
import { isDigest, type Digest } from '../digest.js';
import { canonicalJson } from '../json/canonical-json.js';
import { hashLeaf } from '../merkle/hashing.js';
import { rootOfLeaves } from '../merkle/merkle-tree.js';
import { linkText, type HistoryLane } from './history-chain.js';

/** The end of a lane: the number of its lines and the link of the last one. */
export interface LaneHead {
  count: number;
  head: Digest;
}

export type SealedLane = HistoryLane & LaneHead;

/**
 * The heads of all lanes that moved since the previous seal; the transparency log holds its digest. Seals are chained,
 * so the newest one commits to the heads of all lanes.
 */
export interface HistorySeal {
  format: 'history-seal/v1';
  /** Origin of the log at the time. */
  log: string;
  /** From 1, without gaps. */
  number: number;
  /** Digest of the previous seal; null in the first. */
  previous: Digest | null;
  sealed_at: string;
  /** Number of lanes that it seals. */
  moved: number;
  /** Root of the tree of their heads. */
  root: Digest;
}

/** The text of a seal, RFC 8785; the log holds its digest. */
export function sealText(lanes: readonly SealedLane[], place: SealPlace): string {
  const { log, number, previous, sealed_at } = place;
  const seal: HistorySeal = {
    format: 'history-seal/v1',
    log,
    number,
    previous,
    sealed_at,
    moved: lanes.length,
    root: rootOfLanes(lanes),
  };
  return canonicalJson(seal);
}

/** The place of a seal among the others. */
export type SealPlace = Pick<HistorySeal, 'log' | 'number' | 'previous' | 'sealed_at'>;

/**
 * RFC 6962 root over a leaf for each lane, in the order of project, day and writer: the JCS form of `{project_id, day,
 * writer, count, head}`.
 */
export function rootOfLanes(lanes: readonly SealedLane[]): Digest {
  const leaves = lanes.toSorted(byName).map((lane) => hashLeaf(utf8(leafText(lane))));
  return linkText(rootOfLeaves(leaves));
}

/** JCS form, written by hand for speed: a gateway writes thousands while it answers requests. */
function leafText({ project_id, day, writer, count, head }: SealedLane): string {
  const [project, name] = [JSON.stringify(project_id), JSON.stringify(writer)];
  return `{"count":${count},"day":"${day}","head":"${head}","project_id":${project},"writer":${name}}`;
}

/** Reads the text of a seal; null for any other text. */
export function readSeal(text: string): HistorySeal | null {
  let said: Partial<Record<keyof HistorySeal, unknown>> | null;
  try {
    said = JSON.parse(text) as typeof said;
  } catch {
    return null;
  }
  const isSeal =
    said?.format === 'history-seal/v1' &&
    Number.isSafeInteger(said.number) &&
    Number.isSafeInteger(said.moved) &&
    isDigest(said.root) &&
    (said.previous === null || isDigest(said.previous));
  return isSeal ? (said as HistorySeal) : null;
}

function byName(a: SealedLane, b: SealedLane): number {
  return compare(a.project_id, b.project_id) || compare(a.day, b.day) || compare(a.writer, b.writer);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
