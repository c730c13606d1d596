import { createHash, randomBytes } from 'node:crypto';
import { agreedNow } from './agreed-clock.js';
import type { Environment } from './environments.js';
import type { Invitation } from './events/operator-events.js';

/** A new invitation: its token, which only the link contains, and the stored proof. */
export interface NewInvitation {
  token: string;
  invitation: Invitation;
}

/** @param seconds for which the link works. */
export function newInvitation(seconds: number): NewInvitation {
  const token = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(token).digest('hex');
  const expires_at = new Date(agreedNow() + seconds * 1000).toISOString();
  return { token, invitation: { digest: `sha256:${digest}`, expires_at } };
}

/** The link of an invitation. The token is in the fragment, which browsers send to nobody. */
export function invitationLink(origin: string, environment: Environment, token: string): string {
  return `${origin}/console/${environment}/invitation#${token}`;
}
