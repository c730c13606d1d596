import { PROJECT_STATES, type ProjectState } from '@service/contracts';
import { CreatedQuery } from '../interface/inputs/created.query.js';
import { ChoicesMember } from '../interface/inputs/members.js';

export class ProjectQuery extends CreatedQuery {
  @ChoicesMember('Projects in these states.', { choices: PROJECT_STATES, optional: true })
  state?: ProjectState[];
}
