import { GRANULARITIES, type Granularity, type UsagePeriod } from '@service/history';
import { ChoiceMember, TimestampMember } from '../inputs/members.js';

export class UsageQuery implements UsagePeriod {
  @TimestampMember({
    description: 'Begins at the hour or day of this moment; a week ago by default.',
    optional: true,
  })
  from?: string;

  @TimestampMember({
    description: 'Ends with the hour or day before this moment; now by default.',
    optional: true,
  })
  to?: string;

  @ChoiceMember({
    description: 'What is counted together, in UTC; `day` by default.',
    choices: GRANULARITIES,
    optional: true,
  })
  granularity?: Granularity;
}
