import { beginAlone, withClient } from '@service/platform/postgres';
import { createViewSql, type View } from './view.js';

/**
 * Creates the schemas of missing views, empty: their app fills them from the log. Views that exist get the indexes that
 * they lack.
 * @param url with the role of the app, which must own its views to rebuild them while it runs.
 */
export async function createViews(url: string, views: readonly View[]): Promise<void> {
  await withClient(url, async (client) => {
    await beginAlone(client, 'views');
    for (const view of views) {
      const { rows } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [view.schema]);
      const exists = rows.length > 0;
      const statements = exists ? (view.laterIndexesSql?.(view.schema) ?? []) : createViewSql(view);
      for (const statement of statements) await client.query(statement);
    }
    await client.query('COMMIT');
  });
}
