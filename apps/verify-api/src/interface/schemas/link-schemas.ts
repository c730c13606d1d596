import { LINK_PROOFS, LINK_SHOWS, LINK_STATES } from '@service/contracts';
import {
  choice,
  described,
  id,
  list,
  moment,
  momentOrNull,
  text,
  textOrNull,
  version,
} from './schema-forms.js';

export const link = {
  id,
  project_id: id,
  record_id: id,
  shows: described(list(choice(LINK_SHOWS)), 'What the page shows.'),
  proof: described(choice(LINK_PROOFS), 'What it discloses.'),
  expires_at: momentOrNull,
  state: choice(LINK_STATES),
  version,
  reason: textOrNull,
  created_by: text,
  created_at: moment,
  updated_at: moment,
} as const;
