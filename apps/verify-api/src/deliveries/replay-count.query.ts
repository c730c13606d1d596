import { SUBSCRIPTION_BOUNDS } from '@service/contracts';
import { SwitchMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';

export class ReplayCountQuery {
  @RangeEndMember(`Start; at most ${SUBSCRIPTION_BOUNDS.replayDays} days back.`)
  from!: string;

  @RangeEndMember('End, which is excluded; without it, now.', { optional: true, notBefore: 'from' })
  to?: string;

  @SwitchMember('Whether only that is counted which was given up, and not acknowledged since.', {
    default: false,
    optional: true,
  })
  only_failed: boolean = false;
}
