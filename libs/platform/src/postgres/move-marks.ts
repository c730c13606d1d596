import { StartError } from '../start-error.js';
import { withClient } from './client.js';

/** What a schema of this name says of a database that is moved, to apps and commands. */
const MARKS = {
  unfinished_import: 'holds an unfinished import: run npm run import again',
  finished_export:
    'was exported, and another may go on in its place: use that one, or, if nothing was written there, run npm run export -- --undo',
} as const;

export type MoveMark = keyof typeof MARKS;

const names = Object.keys(MARKS) as MoveMark[];

/** A column for `refuseMark`. */
export const FOUND_MARKS = `ARRAY(SELECT nspname::text FROM pg_namespace
  WHERE nspname IN (${names.map((name) => `'${name}'`).join(', ')})) AS marks`;

/**
 * @param named begins the sentence.
 * @param but the mark that is no reason.
 * @throws StartError where there is a mark.
 */
export function refuseMark(found: readonly string[] = [], named: string, but?: MoveMark): void {
  const mark = names.find((name) => name !== but && found.includes(name));
  if (mark !== undefined) throw new StartError(`${named} ${MARKS[mark]}.`);
}

/** @throws StartError where the database has another mark than this one. */
export async function refuseMarked(url: string, but?: MoveMark): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ marks: string[] }>(`SELECT ${FOUND_MARKS}`),
  );
  refuseMark(rows[0]?.marks, 'The database', but);
}
