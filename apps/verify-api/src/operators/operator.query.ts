import { OPERATOR_STATES, type OperatorState } from '@service/contracts';
import { ChoicesMember } from '../interface/inputs/members.js';
import { PageQuery } from '../interface/inputs/pagination.js';

export class OperatorQuery extends PageQuery {
  @ChoicesMember({ description: 'Operators in these states.', choices: OPERATOR_STATES, optional: true })
  state?: OperatorState[];
}
