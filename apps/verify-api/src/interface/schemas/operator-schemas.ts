import { OPERATOR_KEY_KINDS, OPERATOR_STATES, ROLES } from '@service/contracts';
import {
  choice,
  described,
  digest,
  id,
  list,
  moment,
  momentOrNull,
  page,
  see,
  shape,
  textOrNull,
  version,
} from './schema-forms.js';

const ERASABLE = 'null before they redeem the invitation, and once it is erased';

/** A role for a project. */
const grant = shape({
  project_id: described(textOrNull, 'Id of the project; null for all projects, those of later too.'),
  role: described(choice(ROLES), 'What they are for it.'),
});

/** A person. */
const operator = {
  id,
  state: choice(OPERATOR_STATES),
  version,
  name: described(textOrNull, `What they call themselves; ${ERASABLE}.`),
  address: described(textOrNull, `Their address for mail; ${ERASABLE}.`),
  grants: list(see('Grant')),
  keys: described(
    list(
      shape({
        kind: choice(OPERATOR_KEY_KINDS),
        thumbprint: described(
          digest,
          'Digest of the key, from which the key cannot be learnt. No two keys have the same.',
        ),
        added_at: described(moment, 'When it was added.'),
      }),
    ),
    'What they sign in with, oldest first.',
  ),
  invited_by: described(
    textOrNull,
    'Id of the operator or credential that invited them last, or `service:host`; null for one for whom the OIDC provider vouched.',
  ),
  invited_at: described(moment, 'When they were invited last.'),
  invitation_expires_at: described(
    momentOrNull,
    'Until when the newest invitation can be redeemed; null where there is none.',
  ),
  created_at: moment,
  updated_at: moment,
} as const;

export const operatorSchemas = {
  Grant: grant,
  Operator: shape(operator),
  OperatorPage: page('Operator'),
  InvitedOperator: shape({
    ...operator,
    invitation_link: described(
      textOrNull,
      'The link that they redeem, once. Shown here only; null in the answer to a repeated request. The first person who opens it becomes this operator.',
    ),
  }),
} as const;
