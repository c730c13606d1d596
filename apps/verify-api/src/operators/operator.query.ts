import { OPERATOR_STATES, type OperatorState } from '@service/contracts';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { ChoicesMember } from '../interface/inputs/members.js';

export class OperatorQuery extends CreatedQuery {
  @ChoicesMember('Operators in these states.', { choices: OPERATOR_STATES, optional: true })
  state?: OperatorState[];
}
