import { SUBSCRIPTION_BOUNDS } from '@service/contracts';
import { SwitchMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';

export class ReplayCountQuery {
  @RangeEndMember({ description: `Since when; at most ${SUBSCRIPTION_BOUNDS.replayDays} days back.` })
  since!: string;

  @RangeEndMember({ description: 'Until when; left out, until now.', optional: true })
  until?: string;

  @SwitchMember({
    description: 'Whether only that is counted which was given up, and not acknowledged since.',
    default: false,
    optional: true,
  })
  only_failed: boolean = false;
}
