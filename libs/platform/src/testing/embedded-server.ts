import { join } from 'node:path';

import { withClient } from '../postgres/client.js';
import { runScript, type SourceProcess } from './source-process.js';

const source = join(import.meta.dirname, '../postgres/embedded-server.ts');

/** A process that starts the embedded server of a directory, prints its URL and goes on running. */
export function startInChild(directory: string): SourceProcess {
  const options = JSON.stringify({ directory, database: 'service' });
  return runScript(`
    import { startEmbeddedServer } from ${JSON.stringify(source)};
    const server = await startEmbeddedServer(${options});
    console.log(server.url);
  `);
}

/** The first value of the query's first row. */
export async function ask(url: string, query: string): Promise<unknown> {
  const { rows } = await withClient(url, (client) =>
    client.query<unknown[]>({ text: query, rowMode: 'array' }),
  );
  return rows[0]?.[0];
}
