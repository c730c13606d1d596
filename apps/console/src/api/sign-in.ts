import { queryOptions } from '@tanstack/react-query';
import type { Environment } from '../format/environment.js';
import { callSession } from './client.js';
import { answerChallenge, makePasskey, type NewPasskeyChallenge, type PasskeyChallenge } from './passkeys.js';
import { root } from './place.js';
import type { Grant, Session } from './session.js';

/** How somebody can sign in here. */
export interface SignInTerms {
  environment: Environment;
  passkeys: { rp_id: string };
  /** Whether passkeys and passwords are accepted at all. */
  passwords: boolean;
  oidc: { label: string } | null;
  has_operators: boolean;
}

export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => callSession<SignInTerms>('GET', 'sign-in'),
});

export async function signInByPasskey(): Promise<Session> {
  const challenge = await callSession<PasskeyChallenge>('POST', 'sign-in/passkey/options', {});
  const credential = await answerChallenge(challenge);
  return callSession('POST', 'sign-in/passkey', { challenge_id: challenge.challenge_id, credential });
}

export function signInByPassword(address: string, password: string): Promise<Session> {
  return callSession('POST', 'sign-in/password', { address, password });
}

/** URL of the organisation’s sign-in, which redirects back to a path of the Console. */
export function oidcAddress(returnTo: string): string {
  return `${root}/api/sign-in/oidc?${new URLSearchParams({ return_to: `${root}${returnTo}` })}`;
}

/** What an invitation says before it is redeemed. */
export interface Invitation {
  operator_id: string;
  /** What those who invited the person call them. */
  name: string | null;
  grants: Grant[];
  expires_at: string;
}

export function readInvitation(token: string): Promise<Invitation> {
  return callSession('POST', 'invitation', { token });
}

/** Who redeems an invitation. */
export interface Redeemer {
  token: string;
  name: string;
  address: string;
}

export async function redeemByPasskey(redeemer: Redeemer): Promise<Session> {
  const challenge = await callSession<NewPasskeyChallenge>('POST', 'invitation/passkey/options', redeemer);
  const credential = await makePasskey(challenge);
  return callSession('POST', 'invitation/passkey', {
    ...redeemer,
    challenge_id: challenge.challenge_id,
    credential,
  });
}

export function redeemByPassword(redeemer: Redeemer, password: string): Promise<Session> {
  return callSession('POST', 'invitation/password', { ...redeemer, password });
}

/** The path to return to after a sign-in; the first page unless it is one of the Console. */
export function ownPath(wanted: string | undefined): string {
  return wanted !== undefined && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}
