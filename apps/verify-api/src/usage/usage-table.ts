import type { Usage } from '@service/history';
import { csvRow } from '@service/platform/csv';

/** Rows that are yielded at a time. */
const ROWS = 1_000;

/** The entries of usage as a table; columns by which they are not grouped are empty. */
export function* usageTable({ data }: Usage): Generator<string> {
  yield csvRow(['start', 'operation', 'outcome', 'credential_id', 'error_code', 'requests', 'items']);
  for (let at = 0; at < data.length; at += ROWS) {
    const rows = data.slice(at, at + ROWS).map((entry) => {
      const { start, operation, outcome, credential_id, error_code, requests, items } = entry;
      return csvRow([start, operation, outcome, credential_id, error_code, requests, items]);
    });
    yield rows.join('');
  }
}
