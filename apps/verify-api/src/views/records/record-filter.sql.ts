import { RECORD_TRANSITIONS, type RecordState } from '@service/evidence';
import { publishedSchema } from '@service/platform/boundaries';

/** Which records of a project are listed; all where a member is null or missing. Moments are in their normal form. */
export interface RecordFilter {
  project_id: string;
  /** Only records of these authorities. */
  authorities: readonly string[] | null;
  state?: readonly RecordState[];
  external_id?: string;
  content_digest?: string;
  origin_prefix?: string;
  from?: string;
  to?: string;
  updated_from?: string;
  updated_to?: string;
  metadata?: HavingMetadata;
}

/** Records that have some pairs of metadata: their ids if they are few, otherwise the pairs as JSON. */
export type HavingMetadata = { ids: readonly string[] } | { pairs: string };

/** Where record-store publishes the metadata of records. */
export const METADATA = `${publishedSchema('record_store')}.metadata`;

/** Characters of an origin that are indexed: an index of PostgreSQL takes no value of more than 2.7 KB. */
const INDEXED_ORIGIN = 256;
const ORIGIN_START = `left(origin, ${INDEXED_ORIGIN})`;
/** The states that a record can expire in. */
export const MORTAL_STATES: readonly string[] = RECORD_TRANSITIONS['service.record.expired'].from;
const MAY_EXPIRE = `state IN (${MORTAL_STATES.map((state) => `'${state}'`).join(', ')}) AND expires_at IS NOT NULL`;

/** The state of most records: no index has them apart from others. */
export const USUAL_STATE = 'active';

/** The indexes that serve lists and their filters, beside those of look-ups. */
export const filterIndexesSql = (schema: string): string[] => [
  `CREATE INDEX ON ${schema}.records (project_id, created_at, id)`,
  `CREATE INDEX ON ${schema}.records (project_id, authority_id, created_at, id)`,
  `CREATE INDEX records_by_state ON ${schema}.records (project_id, state, created_at, id) WHERE state <> '${USUAL_STATE}'`,
  `CREATE INDEX records_by_update ON ${schema}.records (project_id, updated_at)`,
  `CREATE INDEX records_by_origin ON ${schema}.records
     (project_id, ${ORIGIN_START} text_pattern_ops)`,
  `CREATE INDEX records_by_expiry ON ${schema}.records (project_id, expires_at) WHERE ${MAY_EXPIRE}`,
];

/** The values of a statement; each has its number. */
export class Values {
  readonly all: unknown[] = [];

  /** The parameter that stands for a value. */
  of(value: unknown): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/** The conditions of filters that an index finds rows by, wherever they are in the list. */
export type Narrow =
  'external_id' | 'content_digest' | 'origin_prefix' | 'updated' | 'state' | 'metadata' | 'common_metadata';

/** Writes a condition, and adds its values to those of the statement. */
type Condition = (values: Values, now: string) => string;

/** The conditions of a filter that `Narrow` names, each if the filter has it. */
export function narrowConditions(filter: RecordFilter): Map<Narrow, Condition> {
  const { state, external_id, content_digest, origin_prefix, updated_from, updated_to, metadata } = filter;
  const conditions = new Map<Narrow, Condition>();
  const add = (name: Narrow, condition: Condition) => conditions.set(name, condition);
  if (external_id !== undefined) add('external_id', (values) => `external_id = ${values.of(external_id)}`);
  if (content_digest !== undefined) {
    add('content_digest', (values) => `content_digest = ${values.of(content_digest)}`);
  }
  if (origin_prefix !== undefined) add('origin_prefix', (values) => beginsWith(origin_prefix, values));
  if (updated_from !== undefined || updated_to !== undefined) {
    add('updated', (values) => rangeOf('updated_at', updated_from, updated_to, values));
  }
  if (metadata !== undefined) {
    if ('ids' in metadata) add('metadata', (values) => `id = ANY (${values.of(metadata.ids)})`);
    else add('common_metadata', (values) => havePairs(metadata.pairs, values));
  }
  if (state !== undefined) add('state', (values, now) => isIn(state, values, now));
  return conditions;
}

/** The condition that a record was registered in the filter’s range. */
export function registeredIn(filter: RecordFilter, values: Values): string {
  return rangeOf('created_at', filter.from, filter.to, values);
}

/** The condition that a record should be expired and is not yet. */
export function isDue(values: Values, now: string): string {
  return `${MAY_EXPIRE} AND expires_at <= ${values.of(now)}`;
}

/** Checked for each record in the order of the list, because many have the pairs. */
function havePairs(pairs: string, values: Values): string {
  return `EXISTS (SELECT FROM ${METADATA} AS m
    WHERE m.subject_id = records.id AND m.pairs @> ${values.of(pairs)}::jsonb OFFSET 0)`;
}

function rangeOf(
  column: string,
  since: string | undefined,
  until: string | undefined,
  values: Values,
): string {
  const parts = [];
  if (since !== undefined) parts.push(`${column} >= ${values.of(since)}`);
  if (until !== undefined) parts.push(`${column} < ${values.of(until)}`);
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

/** A row that is due counts as expired, even before its event. */
function isIn(states: readonly RecordState[], values: Values, now: string): string {
  const wanted = `state = ANY (${values.of(states)})`;
  const due = `(${isDue(values, now)})`;
  return states.includes('expired') ? `(${wanted} OR ${due})` : `(${wanted} AND ${due} IS NOT TRUE)`;
}

/** Compares bytes, whatever the collation: no character has a special meaning. */
function beginsWith(prefix: string, values: Values): string {
  const start = Array.from(prefix).slice(0, INDEXED_ORIGIN).join('');
  return [
    ...boundsOf(ORIGIN_START, start, values),
    ...(start === prefix ? [] : boundsOf('origin', prefix, values)),
  ].join(' AND ');
}

function boundsOf(column: string, prefix: string, values: Values): string[] {
  const next = afterPrefix(prefix);
  return [
    `${column} ~>=~ ${values.of(prefix)}`,
    ...(next === null ? [] : [`${column} ~<~ ${values.of(next)}`]),
  ];
}

const LAST_CHARACTER = 0x10ffff;

/** The first text in the order of bytes that follows all texts with a prefix; null where none does. */
export function afterPrefix(prefix: string): string | null {
  const characters = Array.from(prefix);
  while (characters.length > 0) {
    const last = characters.pop()?.codePointAt(0) ?? 0;
    if (last === LAST_CHARACTER) continue;
    // The surrogates between are no characters.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return characters.join('') + String.fromCodePoint(next);
  }
  return null;
}
