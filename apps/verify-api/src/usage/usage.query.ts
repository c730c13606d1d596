import { CALLER_ID, LONGEST_CALLER_ID, errors } from '@service/contracts';
import {
  GRANULARITIES,
  USAGE_GROUPS,
  type Granularity,
  type UsageGroup,
  type UsageReport,
} from '@service/history';
import { ChoiceMember, ChoicesMember, TextMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';

export class UsageQuery implements UsageReport {
  @RangeEndMember({
    description: 'Begins at the hour or day of this moment; a week ago by default.',
    optional: true,
  })
  from?: string;

  @RangeEndMember({
    description: 'Ends with the hour or day before this moment; now by default.',
    optional: true,
    notBefore: 'from',
  })
  to?: string;

  @ChoiceMember({
    description: 'What is counted together, in UTC; `day` by default.',
    choices: GRANULARITIES,
    optional: true,
  })
  granularity?: Granularity;

  @ChoicesMember({
    description:
      'Groups entries by these too, besides operation and outcome. The period is then at most 31 days.',
    choices: USAGE_GROUPS,
    optional: true,
  })
  group_by?: UsageGroup[];

  @TextMember({
    description:
      'Only what this credential, operator or link did, or with `oauth:` and a subject, its access tokens; at most 31 days.',
    maxLength: LONGEST_CALLER_ID,
    form: CALLER_ID,
    optional: true,
  })
  credential_id?: string;

  @ChoiceMember({
    description: 'Only what was answered with this error; in usage, of at most 31 days.',
    choices: Object.keys(errors),
    rule: 'must be the code of an error, like record.not_found',
    optional: true,
  })
  error_code?: string;
}
