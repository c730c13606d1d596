import { catalogue } from '../../interface/catalogue/catalogue.js';
import { DAY, dayOf } from '@service/platform/days';
import type { Pool } from 'pg';
import { follow } from './follow.operation.js';
import type { LiveSource } from './live-source.js';
import { FAILING_ENDPOINTS, LANE_ENDS, LINES_SINCE, NEW_BLOCKS } from './history-source.sql.js';
import type { Change } from './live-topics.js';

/** Days of lanes that are watched: after midnight, writers may still finish lanes of the day before. */
const DAYS_WATCHED = 2;
/** Days after which a cursor has expired. */
const MOST_DAYS = 7;
/** Prefix of the ids of people among callers. */
const OPERATOR = 'opr_';
/** Ends a delivery. */
const DELIVER = 'deliveries.deliver';

const READING = new Set([...catalogue, follow].filter(({ kind }) => kind === 'read').map(({ name }) => name));

interface TallyRow {
  credential_id: string | null;
  operation: string;
  requests: number;
}

interface BlockRow {
  project_id: string;
  day: string;
  writer: string;
  ended: string;
  tally: TallyRow[];
}

interface WatchedProject {
  /** The first day whose lanes are watched. */
  from: string;
  /** The sequence of the last line of each lane, by day and writer. */
  ends: Map<string, number>;
  /** State of the failing endpoints, by subscription. */
  failing: ReadonlyMap<string, string>;
}

/**
 * New lines of the interaction history. Lines of people who only read do not count: a page that reads what is new would
 * announce its own reading. Deliveries change with the lines of their ends, and with the states of failing endpoints,
 * which show retries.
 */
export class HistorySource implements LiveSource {
  readonly name = 'history';
  readonly topics = ['interactions', 'deliveries'] as const;
  private readonly watched = new Map<string, WatchedProject>();

  constructor(private readonly pool: Pool) {}

  async look(projectIds: readonly string[]): Promise<ReadonlyMap<string, readonly Change[]>> {
    this.forgetOthers(projectIds);
    if (projectIds.length === 0) return new Map();
    const [known, added] = [[...this.watched.keys()], projectIds.filter((id) => !this.watched.has(id))];
    const blocks = known.length === 0 ? [] : await this.newBlocks(known);
    const failing = await this.failingEndpoints(projectIds);
    const changes = new Map<string, readonly Change[]>();
    for (const id of known) {
      const ofProject = blocks.filter(({ project_id }) => project_id === id);
      changes.set(id, this.take(id, ofProject, failing.get(id) ?? new Map<string, string>()));
    }
    if (added.length > 0) await this.begin(added, failing);
    return changes;
  }

  placeOf(projectId: string): string | null {
    const project = this.watched.get(projectId);
    if (project === undefined) return null;
    let lines = 0;
    for (const ended of project.ends.values()) lines += ended;
    return `${project.from} ${lines}`;
  }

  async since(projectId: string, place: string): Promise<readonly Change[] | null> {
    const [from = '', lines = ''] = place.split(' ');
    if (from < dayOf(Date.now() - MOST_DAYS * DAY)) return null;
    const { rows } = await this.pool.query<{ lines: string }>(LINES_SINCE, [projectId, from]);
    const count = Number(rows[0]?.lines ?? 0) - Number(lines);
    if (!(count >= 0)) return null;
    if (count === 0) return [];
    return [
      { topic: 'interactions', count, ids: [] },
      { topic: 'deliveries', count: null, ids: [] },
    ];
  }

  private forgetOthers(projectIds: readonly string[]): void {
    const first = dayOf(Date.now() - (DAYS_WATCHED - 1) * DAY);
    for (const [id, project] of this.watched) {
      if (!projectIds.includes(id)) this.watched.delete(id);
      else if (project.from < first) {
        project.from = first;
        for (const lane of project.ends.keys()) if (lane < first) project.ends.delete(lane);
      }
    }
  }

  private async begin(
    projectIds: readonly string[],
    failing: ReadonlyMap<string, ReadonlyMap<string, string>>,
  ): Promise<void> {
    const from = dayOf(Date.now() - (DAYS_WATCHED - 1) * DAY);
    const { rows } = await this.pool.query<Omit<BlockRow, 'tally'>>(LANE_ENDS, [projectIds, from]);
    for (const id of projectIds) {
      const ends = rows.filter(({ project_id }) => project_id === id).map(endOf);
      this.watched.set(id, { from, ends: new Map(ends), failing: failing.get(id) ?? new Map() });
    }
  }

  private async newBlocks(projectIds: readonly string[]): Promise<BlockRow[]> {
    const lanes = projectIds.flatMap((id) =>
      [...(this.watched.get(id)?.ends ?? [])].map(([lane, ended]) => ({ id, lane, ended })),
    );
    const oldest = projectIds.map((id) => this.watched.get(id)?.from ?? '').sort()[0];
    const { rows } = await this.pool.query<BlockRow>({
      name: 'live.new_blocks',
      text: NEW_BLOCKS,
      values: [
        projectIds,
        oldest,
        lanes.map(({ id }) => id),
        lanes.map(({ lane }) => lane.slice(0, 10)),
        lanes.map(({ lane }) => lane.slice(11)),
        lanes.map(({ ended }) => ended),
      ],
    });
    return rows;
  }

  private async failingEndpoints(
    projectIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    const { rows } = await this.pool.query<{ project_id: string; subscription_id: string; state: string }>({
      name: 'live.failing_endpoints',
      text: FAILING_ENDPOINTS,
      values: [projectIds],
    });
    const states = new Map<string, Map<string, string>>();
    for (const { project_id, subscription_id, state } of rows) {
      states.set(
        project_id,
        (states.get(project_id) ?? new Map<string, string>()).set(subscription_id, state),
      );
    }
    return states;
  }

  private take(
    projectId: string,
    blocks: readonly BlockRow[],
    failing: ReadonlyMap<string, string>,
  ): readonly Change[] {
    const project = this.watched.get(projectId);
    if (project === undefined) return [];
    let count = 0;
    let delivered = 0;
    for (const block of blocks) {
      const [lane, ended] = endOf(block);
      project.ends.set(lane, ended);
      for (const { credential_id, operation, requests } of block.tally) {
        if (operation === DELIVER) delivered += requests;
        if (!isPerson(credential_id) || !READING.has(operation)) count += requests;
      }
    }
    const moved = changedKeys(project.failing, failing);
    project.failing = failing;
    const changes: Change[] = [];
    if (count > 0) changes.push({ topic: 'interactions', count, ids: [] });
    if (delivered + moved.length > 0) {
      changes.push({ topic: 'deliveries', count: delivered + moved.length, ids: moved });
    }
    return changes;
  }
}

/** Whether a caller is a person. Null is somebody who has not signed in, or the service, which reads nothing. */
function isPerson(callerId: string | null): boolean {
  return callerId === null || callerId.startsWith(OPERATOR);
}

function endOf({ day, writer, ended }: Omit<BlockRow, 'tally'>): [lane: string, ended: number] {
  return [`${day} ${writer}`, Number(ended)];
}

/** The keys whose values differ, or that only one map has. */
function changedKeys(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
