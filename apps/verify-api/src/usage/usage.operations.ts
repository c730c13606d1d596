import { ReadUsage, historyOf } from '@service/history';
import { defineOperation } from '../interface/operation.js';
import { usageTable } from './usage-table.js';
import { UsageQuery } from './usage.query.js';

/** Operations on what the caller's project has used. */
export const usageOperations = {
  read: defineOperation({
    name: 'usage.read',
    http: 'GET /v1/usage',
    takes: 'query',
    table: usageTable,
    access: ['read', 'audit', 'operator'],
    kind: 'read',
    ofWholeProject: 'cannot read usage, which is counted for all of the project',
    summary:
      'Count what the project has done, by hour or day, operation and outcome; at most 31 days by hour, 400 by day. As `text/csv`, the entries as a table',
    input: UsageQuery,
    answer: 'Usage',
    useCase: ReadUsage,
    execute: (usage, { projectId }, query) => usage.of(historyOf(projectId), query),
  }),
};
