import { readFileSync, readdirSync } from 'node:fs';

const DIRECTORY = 'docs/runbooks';

/** The query of each runbook that its reader asks first, by the runbook’s path. */
export function runbookQueries(): Map<string, string> {
  return new Map(
    readdirSync(DIRECTORY).map((file) => {
      const path = `${DIRECTORY}/${file}`;
      const queries = Array.from(
        readFileSync(path, 'utf8').matchAll(/```promql\n([^`]*)```/g),
        ([, text = '']) => text,
      );
      const [query, ...others] = queries;
      if (query === undefined || others.length > 0)
        throw new Error(`${path} has ${queries.length} queries, and must have one.`);
      return [path, query.trim()];
    }),
  );
}
