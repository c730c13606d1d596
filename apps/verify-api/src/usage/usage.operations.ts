import { ReadUsage, historyOf, type Usage } from '@service/history';
import { csvRow } from '@service/platform/csv';
import { defineOperation } from '../interface/operation.js';
import { UsageQuery } from './usage.query.js';

/** Operations on what the caller's project has used. */
export const usageOperations = {
  read: defineOperation({
    name: 'usage.read',
    http: 'GET /v1/usage',
    table: usageTable,
    access: ['read', 'audit', 'operator'],
    ofWholeProject: 'cannot read usage, which is counted for all of the project',
    summary:
      'Count what the project has done, by hour or day, operation and outcome; at most 31 days by hour, 400 by day. As `text/csv`, the entries as a table',
    input: UsageQuery,
    answer: 'Usage',
    useCase: ReadUsage,
    execute: (usage, { projectId }, query) => usage.of(historyOf(projectId), query),
  }),
};

/** Rows that are yielded at a time. */
const ROWS = 1_000;

/** The entries of usage as a table; columns by which they are not grouped are empty. */
function* usageTable({ data }: Usage): Generator<string> {
  yield csvRow(['start', 'operation', 'outcome', 'credential_id', 'error_code', 'requests', 'items']);
  for (let at = 0; at < data.length; at += ROWS) {
    const rows = data.slice(at, at + ROWS).map((entry) => {
      const { start, operation, outcome, credential_id, error_code, requests, items } = entry;
      return csvRow([start, operation, outcome, credential_id, error_code, requests, items]);
    });
    yield rows.join('');
  }
}
