import { SUBSCRIPTION_BOUNDS } from '@service/contracts';
import { SwitchMember, TimestampMember } from '../interface/inputs/members.js';

export class ReplayCountQuery {
  @TimestampMember({ description: `Since when; at most ${SUBSCRIPTION_BOUNDS.replayDays} days back.` })
  since!: string;

  @TimestampMember({ description: 'Until when; left out, until now.', optional: true })
  until?: string;

  @SwitchMember({
    description: 'Whether only that is counted which was given up, and not acknowledged since.',
    default: false,
    optional: true,
  })
  only_failed: boolean = false;
}
