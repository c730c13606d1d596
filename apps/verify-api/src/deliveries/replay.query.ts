import { REPLAY_STATES, type ReplayState } from '@service/contracts';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { ChoicesMember } from '../interface/inputs/members.js';

export class ReplayQuery extends CreatedQuery {
  @ChoicesMember('Replays in these states.', { choices: REPLAY_STATES, optional: true })
  state?: ReplayState[];
}
