import { consumerTablesSql } from '../log/schema.sql.js';
import type { PoolClient } from 'pg';
import type { Effect } from '../following/positions.js';
import type { RecordedEvent } from '../log/events.js';

/** A read model: tables in one schema, which a rebuild replaces as a whole. */
export interface View {
  name: string;
  /** Live schema of the view. */
  schema: string;
  /** Schema of the event log that it is folded from. */
  log: string;
  /** Statements that create its tables in any schema, with the constraints that `apply` needs. */
  createSql(schema: string): string[];
  /** `CREATE INDEX` statements for readers of the tables. A rebuild creates these indexes once the tables are filled. */
  indexesSql?(schema: string): string[];
  /** Whether it shows an aggregate of its log; by default it shows all. */
  shows?(id: string): boolean;
  /** Applies a batch to the tables of any schema; an event that is not newer changes nothing. */
  apply(client: PoolClient, schema: string, events: RecordedEvent[]): Promise<void>;
  /** What `apply` does, as one statement; null where it takes more. */
  effect?(schema: string, events: RecordedEvent[]): Effect | null;
}

/** Schema in which a view is rebuilt. */
export function rebuildSchema(view: View): string {
  return `${view.schema}_next`;
}

/** Schema of the tables that a rebuild has replaced, until they are dropped. */
export function replacedSchema(view: View): string {
  return `${view.schema}_old`;
}

/** Statements that create a view's schema, empty and at the beginning of its log. */
export function createViewSql(view: View, schema: string = view.schema): string[] {
  return [`CREATE SCHEMA ${schema}`, ...viewTablesSql(view, schema), ...viewIndexesSql(view, schema)];
}

/** Statements that create a view's tables without the indexes for readers. */
export function viewTablesSql(view: View, schema: string): string[] {
  return [...consumerTablesSql(schema), ...view.createSql(schema)];
}

/** Statements that create the indexes for readers. */
export function viewIndexesSql(view: View, schema: string): string[] {
  return view.indexesSql?.(schema) ?? [];
}
