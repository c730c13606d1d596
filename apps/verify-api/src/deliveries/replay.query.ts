import { REPLAY_STATES, SUBSCRIPTION_BOUNDS, type ReplayState } from '@service/contracts';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { ChoicesMember, SwitchMember } from '../interface/inputs/members.js';
import { RangeEndMember } from '../interface/inputs/moment.member.js';

export class ReplayQuery extends CreatedQuery {
  @ChoicesMember('Replays in these states.', { choices: REPLAY_STATES, optional: true })
  state?: ReplayState[];
}

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
