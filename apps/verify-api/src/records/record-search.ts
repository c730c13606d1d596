import type { TimeKey } from '../interface/inputs/cursors.js';
import {
  MORTAL_STATES,
  USUAL_STATE,
  Values,
  isDue,
  narrowConditions,
  registeredIn,
  type Narrow,
  type RecordFilter,
} from '../views/records/record-filter.sql.js';

/** Most records that are read for a page if no index has exactly those that match. */
const MOST_SEARCHED = 10_000;

/** Runs a statement. */
export type Query = (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

/** A page of a list. */
export interface PageWanted {
  /** The record to go on after; null for the newest. */
  after: TimeKey | null;
  limit: number;
  now: string;
  /** Whether the caller may know only of the filter's authorities. */
  limited: boolean;
}

export interface FoundRecords<Row> {
  /** Newest first, at most `limit`. */
  rows: Row[];
  /** The place where the search ended early, with perhaps more rows after it; else null. */
  searchedUntil: TimeKey | null;
}

const ORDER = 'ORDER BY created_at DESC, id DESC';

/**
 * Finds the records that match a filter, newest first, by indexes. If one of its conditions matches few records, they are
 * read by its index and sorted. Otherwise records are read in the order of the list, by authorities, states or project,
 * and the others skipped. Such a search ends after a while, and the next page continues it.
 */
export class RecordSearch<Row> {
  constructor(
    private readonly query: Query,
    private readonly columns: readonly string[],
    private readonly mostSearched = MOST_SEARCHED,
  ) {}

  async find(filter: RecordFilter, page: PageWanted): Promise<FoundRecords<Row>> {
    if (filter.authorities?.length === 0) return { rows: [], searchedUntil: null };
    const { few, due } = await this.survey(filter, page);
    if (few !== null) return { rows: await this.read(this.fewSql(filter, page, few)), searchedUntil: null };
    const walk = walkOf(filter, due);
    const until = walk.leavesOut ? await this.endOfSearch(filter, page, walk) : null;
    return { rows: await this.read(this.walkSql(filter, page, walk, until)), searchedUntil: until };
  }

  /** The condition that matches the fewest records, if these are few, and whether few or many are due. */
  private async survey(
    filter: RecordFilter,
    { limited, now }: PageWanted,
  ): Promise<{ few: Narrow | null; due: 'few' | 'many' }> {
    const values = new Values();
    const project = `project_id = ${values.of(filter.project_id)}`;
    const conditions: [name: string, condition: string][] = candidates(filter, values, now, limited);
    if (filter.authorities === null && !hasUsual(filter) && filter.state?.some(canBeDue) === true) {
      conditions.push(['due', isDue(values, now)]);
    }
    if (conditions.length === 0) return { few: null, due: 'few' };
    const counts = conditions.map(
      ([name, condition]) =>
        `(SELECT count(*)::integer FROM (
           SELECT FROM verify_api_records.records WHERE ${project} AND ${condition} LIMIT ${this.mostSearched + 1}
         ) AS few) AS ${name}`,
    );
    const [counted = {}] = await this.query(`SELECT ${counts.join(', ')}`, values.all);
    const { due = 0, ...narrow } = counted as Record<string, number>;
    const fewest = Object.entries(narrow).reduce<[string | null, number]>(
      (best, [name, count]) => (count < best[1] ? [name, count] : best),
      [null, this.mostSearched + 1],
    )[0];
    return { few: fewest as Narrow | null, due: due > this.mostSearched ? 'many' : 'few' };
  }

  private fewSql(filter: RecordFilter, page: PageWanted, few: Narrow): Statement {
    const values = new Values();
    const project = `project_id = ${values.of(filter.project_id)}`;
    const condition = narrowConditions(filter).get(few)?.(values, page.now) ?? 'true';
    // OFFSET keeps the planner from reading the list in its order here, in the hope of an early end.
    return {
      text: `SELECT ${this.list} FROM (
          SELECT * FROM verify_api_records.records WHERE ${project} AND ${condition} OFFSET 0
        ) AS records WHERE ${fits(filter, values, page)} ${ORDER} LIMIT ${values.of(page.limit)}`,
      values: values.all,
    };
  }

  private walkSql(filter: RecordFilter, page: PageWanted, walk: Walk, until: TimeKey | null): Statement {
    const values = new Values();
    const from =
      until === null ? '' : ` AND (created_at, id) >= (${values.of(until[0])}, ${values.of(until[1])})`;
    const where = `project_id = ${values.of(filter.project_id)} AND ${fits(filter, values, page)}${from}`;
    const limit = values.of(page.limit);
    const sources = [walked(walk, where, { columns: this.list, values, rest: `LIMIT ${limit}` })];
    if (walk.withDue) {
      sources.push(
        `SELECT ${this.list} FROM verify_api_records.records
         WHERE ${isDue(values, page.now)} AND state <> ALL (${values.of(filter.state)}) AND ${where}
         ${ORDER} LIMIT ${limit}`,
      );
    }
    const all = sources.map((source) => `(${source})`).join(' UNION ALL ');
    return { text: `SELECT * FROM (${all}) AS walked ${ORDER} LIMIT ${limit}`, values: values.all };
  }

  /** The place where a walk has read as many records as it may; null where it reaches the oldest. */
  private async endOfSearch(filter: RecordFilter, page: PageWanted, walk: Walk): Promise<TimeKey | null> {
    const values = new Values();
    const where = `project_id = ${values.of(filter.project_id)} AND ${placed(filter, values, page)}`;
    const each = Math.max(page.limit, Math.floor(this.mostSearched / walk.among.length));
    const rest = `OFFSET ${each - 1} LIMIT 1`;
    const ends = walked(walk, where, { columns: 'created_at, id', values, rest });
    const [end] = await this.query(`SELECT * FROM (${ends}) AS ends ${ORDER} LIMIT 1`, values.all);
    return end === undefined ? null : [String(end['created_at']), String(end['id'])];
  }

  private get list(): string {
    return this.columns.join(', ');
  }

  private async read({ text, values }: Statement): Promise<Row[]> {
    return (await this.query(text, values)) as Row[];
  }
}

interface Statement {
  text: string;
  values: unknown[];
}

/** How a list is read in its order. */
interface Walk {
  /** The column whose values are read one by one and merged; null for the whole project. */
  by: 'authority_id' | 'state' | null;
  among: readonly (string | null)[];
  /** Whether records that are due are read in addition. */
  withDue: boolean;
  /** Whether it can meet records that do not match the filter. */
  leavesOut: boolean;
}

function walkOf(filter: RecordFilter, due: 'few' | 'many'): Walk {
  const given = narrowConditions(filter).size;
  const { authorities, state } = filter;
  if (authorities !== null)
    return { by: 'authority_id', among: authorities, withDue: false, leavesOut: given > 0 };
  const withDue = state?.includes('expired') === true;
  // Many that are due are in the usual state.
  if (state === undefined || hasUsual(filter) || (withDue && due === 'many'))
    return { by: null, among: [null], withDue: false, leavesOut: given > 0 };
  return { by: 'state', among: state, withDue, leavesOut: given > 1 || due === 'many' };
}

function hasUsual({ state }: RecordFilter): boolean {
  return state?.includes(USUAL_STATE) === true;
}

/** Whether records in this state can be due, or records that are due count as being in it. */
function canBeDue(state: string): boolean {
  return state === 'expired' || MORTAL_STATES.includes(state);
}

/** Selects the rows of a walk: for each value of its column in the order of the list, cut by `rest`. */
function walked(
  { by, among }: Walk,
  where: string,
  { columns, values, rest }: { columns: string; values: Values; rest: string },
): string {
  const select = (condition: string) =>
    `SELECT ${columns} FROM verify_api_records.records WHERE ${condition} AND ${where} ${ORDER} ${rest}`;
  if (by === null) return select('true');
  // Each state by itself, so that PostgreSQL sees that the index has its records.
  if (by === 'state') return among.map((it) => `(${select(`state = ${values.of(it)}`)})`).join(' UNION ALL ');
  return `SELECT one.* FROM unnest(${values.of(among)}::text[]) AS wanted(it)
    CROSS JOIN LATERAL (${select(`${by} = wanted.it`)}) AS one`;
}

/**
 * The conditions that may be read by their own index. A limited caller's list is otherwise read by its authorities, so
 * that the ends of its pages do not reveal how many records of others match.
 */
function candidates(filter: RecordFilter, values: Values, now: string, limited: boolean): [Narrow, string][] {
  // To count records with common metadata, or in the usual state, all of the project might have to be read.
  const given = [...narrowConditions(filter)].filter(
    ([name]) => name !== 'common_metadata' && (name !== 'state' || !hasUsual(filter)),
  );
  const use = (names: typeof given, and: string) =>
    names.map(([name, condition]): [Narrow, string] => [name, condition(values, now) + and]);
  if (!limited)
    return use(
      given.filter(([name]) => name !== 'state' || filter.authorities !== null),
      '',
    );
  const named = given.filter(([name]) => BY_NAME.includes(name));
  return named.length === 0 ? [] : use(named, ` AND authority_id = ANY (${values.of(filter.authorities)})`);
}

/** Conditions that match few records of any authority. */
const BY_NAME: readonly Narrow[] = ['external_id', 'content_digest'];

/** The conditions of a page on a record's place in the list. */
function placed(filter: RecordFilter, values: Values, { after }: PageWanted): string {
  const registered = registeredIn(filter, values);
  return after === null
    ? registered
    : `${registered} AND (created_at, id) < (${values.of(after[0])}, ${values.of(after[1])})`;
}

/** All conditions of a page. */
function fits(filter: RecordFilter, values: Values, page: PageWanted): string {
  const { authorities } = filter;
  return [
    placed(filter, values, page),
    ...(authorities === null ? [] : [`authority_id = ANY (${values.of(authorities)})`]),
    ...[...narrowConditions(filter).values()].map((condition) => condition(values, page.now)),
  ].join(' AND ');
}
