import { ChoiceMember, TimestampMember } from '../documentation/members.js';

const GRANULARITIES = ['hour', 'day'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export class UsageQuery {
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
