import {
  ReadUsage,
  historyOf,
  type Usage,
  GRANULARITIES,
  USAGE_GROUPS,
  type Granularity,
  type UsageGroup,
  type UsageReport,
} from '@service/history';
import { csvRow } from '@service/platform/csv';
import { defineOperation } from '../interface/operation.js';
import { CALLER_ID, LONGEST_CALLER_ID, errors } from '@service/contracts';
import { ChoiceMember, ChoicesMember, TextMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';

class UsageQuery implements UsageReport {
  @RangeEndMember('Begins at the hour or day of this moment; a week ago by default.', { optional: true })
  from?: string;

  @RangeEndMember('Ends with the hour or day before this moment; now by default.', {
    optional: true,
    notBefore: 'from',
  })
  to?: string;

  @ChoiceMember('What is counted together, in UTC; `day` by default.', {
    choices: GRANULARITIES,
    optional: true,
  })
  granularity?: Granularity;

  @ChoicesMember(
    'Groups entries by these too, besides operation and outcome. The period is then at most 31 days.',
    { choices: USAGE_GROUPS, optional: true },
  )
  group_by?: UsageGroup[];

  @TextMember(
    'Only what this credential, operator or link did, or with `oauth:` and a subject, its access tokens; at most 31 days.',
    { maxLength: LONGEST_CALLER_ID, form: CALLER_ID, optional: true },
  )
  credential_id?: string;

  @ChoiceMember('Only what was answered with this error; in usage, of at most 31 days.', {
    choices: Object.keys(errors),
    rule: 'must be the code of an error, like record.not_found',
    optional: true,
  })
  error_code?: string;
}

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
