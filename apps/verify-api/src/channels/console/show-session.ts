import { agreedNow } from '@service/contracts';
import type { OperatorSnapshot } from '@service/contracts';
import type { Session } from '../../admission/authentication/sessions/session.js';
import type { ConsoleParts } from './console-parts.js';
import { shownSession } from './sessions/shown-session.js';

/** The session as the pages show it, with the operator’s profile. */
export async function showSession(
  { terms, keys, directory, sessions }: ConsoleParts,
  session: Session,
  operator: OperatorSnapshot,
) {
  const profile = await keys.profileOf(operator.id);
  const idleUntil = sessions.idleUntil();
  return shownSession(session, { terms, directory, operator, profile, idleUntil, now: agreedNow() });
}
