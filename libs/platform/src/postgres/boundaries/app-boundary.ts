import type { DatabaseApp } from '../database-apps.js';

export type TablePrivilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Rows are added and read, never changed. */
export const APPEND_ONLY: readonly TablePrivilege[] = ['SELECT', 'INSERT'];

/** Rows are changed and removed as well. */
export const READ_WRITE: readonly TablePrivilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** What an app's role may do in the app's schema, and what of it other apps may read. Nothing else is granted. */
export interface AppBoundary {
  /** Names the schema as well. */
  readonly app: DatabaseApp;
  readonly tables: Readonly<Record<string, readonly TablePrivilege[]>>;
  /** Sequences that the app asks itself; those of identity columns need no grant. */
  readonly sequences?: readonly string[];
  /** Functions that the app calls, with the types of their arguments, as in `append(json, json)`. */
  readonly functions?: readonly string[];
  /** Tables that others may read, each as a view of the same name in the schema `<app>_published`. */
  readonly published?: Readonly<Record<string, readonly DatabaseApp[]>>;
  /**
   * Tables with a column `writer` to which others may add rows of their own writers, each as a view of the same name
   * in the schema `<app>_for_<other>`. They read nothing back.
   */
  readonly accepted?: Readonly<Record<string, readonly DatabaseApp[]>>;
  /** Whether the app makes schemas of its own, for read models that it can drop and rebuild. */
  readonly makesSchemas?: true;
}

/** The schema of the views in which an app publishes tables of its own schema. */
export function publishedSchema(schema: string): string {
  return `${schema}_published`;
}

/** The schema of the views through which an app adds rows to tables of another. */
export function acceptingSchema(schema: string, from: DatabaseApp): string {
  return `${schema}_for_${from}`;
}

/** What the names of an app's writers begin with in tables of another. */
export function writerPrefix(app: DatabaseApp): string {
  return `${app}.`;
}
