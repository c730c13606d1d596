import { REPLAY_STATES, type ReplayState } from '@service/contracts';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { ChoicesMember, SwitchMember } from '../interface/inputs/members.js';
import { ReplayRange } from '../subscriptions/subscription.bodies.js';

export class ReplayQuery extends CreatedQuery {
  @ChoicesMember('Replays in these states.', { choices: REPLAY_STATES, optional: true })
  state?: ReplayState[];
}

export class ReplayCountQuery extends ReplayRange {
  @SwitchMember('Whether only that is counted which was given up, and not acknowledged since.', {
    default: false,
    optional: true,
  })
  only_failed: boolean = false;
}
