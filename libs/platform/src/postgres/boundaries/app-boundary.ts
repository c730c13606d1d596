import type { DatabaseApp } from '../database-apps.js';

export type TablePrivilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Rows are added and read, never changed. */
export const APPEND_ONLY: readonly TablePrivilege[] = ['SELECT', 'INSERT'];

/** Rows may also be changed, but not deleted. */
export const READ_UPDATE: readonly TablePrivilege[] = ['SELECT', 'INSERT', 'UPDATE'];

/** Rows may also be changed and deleted. */
export const READ_WRITE: readonly TablePrivilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * Rights of an app's role in the app's schema, and the tables that other apps may read. Nothing else is granted. Those of the
 * gateway are in `verify-api/src/migrations/boundary.ts`, those of the other apps in `event-store/src/log/owner-boundaries.ts`.
 */
export interface AppBoundary {
  /** Also the name of the schema. */
  readonly app: DatabaseApp;
  readonly tables: Readonly<Record<string, readonly TablePrivilege[]>>;
  /** Sequences that the app calls itself; those of identity columns need no grant. */
  readonly sequences?: readonly string[];
  /** Functions that the app calls, with the types of their arguments, as in `append(json, json)`. */
  readonly functions?: readonly string[];
  /** Tables that others may read, each as a view of the same name in the schema `<app>_published`. */
  readonly published?: Readonly<Record<string, readonly DatabaseApp[]>>;
  /**
   * Tables with a column `writer` to which other apps may add rows with their own writer names, each as a view of the
   * same name in the schema `<app>_for_<other>`. They cannot read them.
   */
  readonly accepted?: Readonly<Record<string, AcceptedRows>>;
  /** Whether the app creates schemas, for read models that it can drop and rebuild. */
  readonly makesSchemas?: true;
}

/** The schema of the views by which an app publishes its tables. */
export function publishedSchema(schema: string): string {
  return `${schema}_published`;
}

/** The name of an app's own schema, from that name or from the name of the schema of its views. */
export function owningSchema(schema: string): string {
  return schema.replace(/_published$/, '');
}

/** The rows that other apps may add to a table. */
interface AcceptedRows {
  readonly from: readonly DatabaseApp[];
  /** The columns that may be set, by default all; others get their defaults. */
  readonly columns?: readonly string[];
  /** Condition for each row, as SQL. */
  readonly where: string;
}

/** The apps that add rows to tables of another. */
export function acceptedApps({ accepted = {} }: AppBoundary): Set<DatabaseApp> {
  return new Set(Object.values(accepted).flatMap(({ from }) => from));
}

/** The schema of the views through which an app adds rows to tables of another. */
export function acceptingSchema(schema: string, from: DatabaseApp): string {
  return `${schema}_for_${from}`;
}

/** Prefix of an app's writer names in tables of another app. */
export function writerPrefix(app: DatabaseApp): string {
  return `${app}.`;
}
