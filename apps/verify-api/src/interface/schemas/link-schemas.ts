import { LINK_PROOFS, LINK_SHOWS, LINK_STATES } from '@service/contracts';
import { choice, described, id, list, moment, momentOrNull, text, textOrNull, version } from './schema-forms.js';

export const link = {
  id,
  project_id: id,
  record_id: id,
  shows: described(list(choice(LINK_SHOWS)), 'What the page shows besides whether the record is good.'),
  proof: described(
    choice(LINK_PROOFS),
    'Whether the link discloses the record’s whole history, or the signed answer alone.',
  ),
  expires_at: momentOrNull,
  state: choice(LINK_STATES),
  version,
  reason: described(textOrNull, 'Why it was revoked.'),
  created_by: text,
  created_at: moment,
  updated_at: moment,
} as const;
