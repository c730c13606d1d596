import type { ErrorDefinition } from './error-definition.js';

/** Errors of people who sign in to the Console, and of their sessions. */
export const sessionErrors = {
  'session.missing': {
    status: 401,
    message: 'Nobody is signed in.',
    resolution: 'Sign in to the Console of this environment.',
  },
  'session.ended': {
    status: 401,
    message: 'The session has ended.',
    resolution:
      'Sign in again. A session ends after some time, when it is signed out, and when its operator is removed or loses the key that it was opened with.',
  },
  'session.sign_in_failed': {
    status: 401,
    message: 'The email, the password or the passkey is wrong.',
    resolution:
      'Try again with the right key or password; what was wrong is not told. An owner can invite you again, and so can somebody with access to the host.',
  },
  'session.challenge_invalid': {
    status: 403,
    message: 'The challenge has expired, was used, or was made for something else.',
    resolution: 'Begin again: a challenge is for one answer within five minutes.',
  },
  'session.step_up_required': {
    status: 403,
    message: 'This needs a fresh proof of who asks.',
    resolution:
      'Ask for a challenge at `api/step-up/options` for exactly this request, answer it, and repeat the request with the proof in `Service-Step-Up`. A proof is for one request within five minutes.',
  },
  'session.cross_site': {
    status: 403,
    message: 'The request does not come from a page of the Console itself.',
    resolution: 'Use the Console at its own origin, `CONSOLE_ORIGIN`, or `http://localhost` without it.',
  },
  'session.console_closed': {
    status: 403,
    message: 'The Console of this environment is closed.',
    resolution:
      'Where other machines can connect, the operator of the service opens it by `CONSOLE_ORIGIN`, a host name for each environment.',
  },
  'session.method_closed': {
    status: 403,
    message: 'Nobody signs in to this environment in this way.',
    resolution: 'Use one of the ways that the sign-in page shows.',
  },
  'session.not_found': {
    status: 404,
    message: 'You have no such session.',
    resolution: 'List your sessions; this one may have ended.',
  },
  'operator.key_not_found': {
    status: 404,
    message: 'You have no such key.',
    resolution: 'List your keys.',
  },
  'operator.address_taken': {
    status: 409,
    message: 'Another operator has this address.',
    resolution: 'Use your own address.',
  },
} as const satisfies Record<string, ErrorDefinition>;
