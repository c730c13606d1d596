import { beginAlone, withClient } from '@service/platform/postgres';
import { createViewSql, type View } from './view.js';

/**
 * Creates the schemas of missing views, empty: their app fills them from the log.
 * @param url with the role of the app, which must own its views to rebuild them while it runs.
 */
export async function createViews(url: string, views: readonly View[]): Promise<void> {
  await withClient(url, async (client) => {
    await beginAlone(client, 'views');
    for (const view of views) {
      const { rows } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [view.schema]);
      if (rows.length > 0) continue;
      for (const statement of createViewSql(view)) await client.query(statement);
    }
    await client.query('COMMIT');
  });
}
