import type { OperatorSnapshot } from '@service/contracts';
import type { Session } from '../../admission/authentication/sessions/session.js';
import type { ConsoleParts } from './console-parts.js';
import { shownSession } from './sessions/shown-session.js';

/** What the pages need to know of who is signed in. */
export async function showSession(
  { terms, keys, directory, sessions }: ConsoleParts,
  session: Session,
  operator: OperatorSnapshot,
) {
  const profile = await keys.profileOf(operator.id);
  const idleUntil = sessions.idleUntil();
  return shownSession(session, { terms, directory, operator, profile, idleUntil, now: Date.now() });
}
