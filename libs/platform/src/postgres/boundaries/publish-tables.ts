import type { Client } from 'pg';
import type { DatabaseApp } from '../database-apps.js';
import { acceptingSchema, publishedSchema, writerPrefix, type AppBoundary } from './app-boundary.js';

/**
 * Creates the views by which an app publishes tables, and those by which others add to them.
 * @param client logged in as the owner, in a transaction.
 */
export async function publishTables(
  client: Client,
  { app, published, accepted = {} }: AppBoundary,
): Promise<void> {
  if (published !== undefined) {
    await replaceViews(client, { schema: publishedSchema(app), app, tables: Object.keys(published) });
  }
  for (const writer of new Set(Object.values(accepted).flat())) {
    const tables = Object.keys(accepted).filter((table) => accepted[table]?.includes(writer));
    const rule = `WHERE starts_with(writer, '${writerPrefix(writer)}') WITH LOCAL CHECK OPTION`;
    await replaceViews(client, { schema: acceptingSchema(app, writer), app, tables, rule });
  }
}

interface ViewsOfTables {
  schema: string;
  app: DatabaseApp;
  tables: readonly string[];
  /** Which rows, as the end of the statement that makes a view. */
  rule?: string;
}

/**
 * A view is replaced where its table was replaced by another of the same name, as a recovery of the log does: it would
 * still show the old table. Anything that another app has built on a replaced view is dropped with it.
 */
async function replaceViews(
  client: Client,
  { schema, app, tables, rule = '' }: ViewsOfTables,
): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  const { rows } = await client.query<{ name: string; current: boolean }>(STANDING_VIEWS_SQL, [schema, app]);
  for (const { name, current } of rows) {
    if (!current || !tables.includes(name)) await client.query(`DROP VIEW ${schema}.${name} CASCADE`);
  }
  const standing = new Set(rows.filter(({ current }) => current).map(({ name }) => name));
  for (const table of tables.filter((name) => !standing.has(name))) {
    await client.query(`CREATE VIEW ${schema}.${table} AS SELECT * FROM ${app}.${table} ${rule}`);
  }
}

/** A view is current where it has every column of the table that has its name now. */
const STANDING_VIEWS_SQL = `
  SELECT v.relname AS name, (
    SELECT coalesce(bool_and(a.attname IS NOT NULL), false)
    FROM pg_class AS t JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
    LEFT JOIN (pg_depend AS d JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
      JOIN pg_attribute AS a ON a.attrelid = r.ev_class)
      ON d.refobjid = t.oid AND d.refobjsubid = c.attnum AND r.ev_class = v.oid AND a.attname = c.attname
    WHERE t.relnamespace = to_regnamespace($2) AND t.relname = v.relname
  ) AS current
  FROM pg_class AS v WHERE v.relnamespace = to_regnamespace($1) AND v.relkind = 'v'`;
