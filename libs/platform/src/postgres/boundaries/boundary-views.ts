import type { Client } from 'pg';
import type { DatabaseApp } from '../database-apps.js';
import { createOwnSchema } from '../create-own-schema.js';
import {
  acceptedApps,
  acceptingSchema,
  publishedSchema,
  writerPrefix,
  type AppBoundary,
} from './app-boundary.js';

/**
 * Creates the views by which an app publishes tables, and those by which others add to them.
 * @param client logged in as the owner, in a transaction.
 */
export async function createBoundaryViews(client: Client, boundary: AppBoundary): Promise<void> {
  const { app, published, accepted = {} } = boundary;
  if (published !== undefined) {
    const rules = new Map(Object.keys(published).map((table) => [table, '']));
    await replaceViews(client, { schema: publishedSchema(app), app, rules });
  }
  for (const other of acceptedApps(boundary)) {
    const rules = Object.entries(accepted).flatMap(([table, { from, where }]) =>
      from.includes(other) ? [[table, ruleOf(other, where)] as const] : [],
    );
    await replaceViews(client, { schema: acceptingSchema(app, other), app, rules: new Map(rules) });
  }
}

function ruleOf(app: DatabaseApp, where: string): string {
  return `WHERE starts_with(writer, '${writerPrefix(app)}') AND (${where}) WITH LOCAL CHECK OPTION`;
}

interface ViewsOfTables {
  schema: string;
  app: DatabaseApp;
  /** By table, the rows that the view shows: the end of the statement that creates it. */
  rules: ReadonlyMap<string, string>;
}

/**
 * Replaces a view whose table was replaced by another of the same name, as in a recovery of the log: it would still
 * show the old table. Also replaces a view whose rule, stored in its comment, has changed. Anything that another app
 * has built on a replaced view is dropped with it.
 */
async function replaceViews(client: Client, { schema, app, rules }: ViewsOfTables): Promise<void> {
  await createOwnSchema(client, schema);
  const { rows } = await client.query<{ name: string; current: boolean; rule: string }>(EXISTING_VIEWS_SQL, [
    schema,
    app,
  ]);
  const currentViews = rows.filter(({ name, current, rule }) => current && rules.get(name) === rule);
  for (const { name } of rows.filter((view) => !currentViews.includes(view))) {
    await client.query(`DROP VIEW ${schema}.${client.escapeIdentifier(name)} CASCADE`);
  }
  for (const [table, rule] of rules) {
    if (currentViews.some(({ name }) => name === table)) continue;
    await client.query(`CREATE VIEW ${schema}.${table} AS SELECT * FROM ${app}.${table} ${rule}`);
    await client.query(`COMMENT ON VIEW ${schema}.${table} IS ${client.escapeLiteral(rule)}`);
  }
}

/** A view is current if it shows every column of the table that now has the view's name. */
const EXISTING_VIEWS_SQL = `
  SELECT v.relname AS name, coalesce(obj_description(v.oid, 'pg_class'), '') AS rule, (
    SELECT coalesce(bool_and(a.attname IS NOT NULL), false)
    FROM pg_class AS t JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
    LEFT JOIN (pg_depend AS d JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
      JOIN pg_attribute AS a ON a.attrelid = r.ev_class)
      ON d.refobjid = t.oid AND d.refobjsubid = c.attnum AND r.ev_class = v.oid AND a.attname = c.attname
    WHERE t.relnamespace = to_regnamespace($2) AND t.relname = v.relname
  ) AS current
  FROM pg_class AS v WHERE v.relnamespace = to_regnamespace($1) AND v.relkind = 'v'`;
