import { queryOptions } from '@tanstack/react-query';
import { callSession } from './client.js';
import { makePasskey, type NewPasskeyChallenge } from './passkeys.js';
import type { SignInMethod } from './session.js';
import { segment } from '../format/segment.js';

/** A browser in which the operator is signed in. */
export interface OwnSession {
  id: string;
  method: SignInMethod;
  signed_in_at: string;
  last_used_at: string;
  expires_at: string;
  address: string | null;
  user_agent: string | null;
  current: boolean;
}

/** What the operator signs in with. */
export interface OwnKey {
  thumbprint: string;
  kind: SignInMethod;
  name: string | null;
  created_at: string;
  last_used_at: string | null;
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => callSession<{ data: OwnSession[] }>('GET', 'sessions'),
});

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => callSession<{ data: OwnKey[] }>('GET', 'keys'),
});

export function endSession(id: string): Promise<unknown> {
  return callSession('DELETE', `sessions/${segment(id)}`);
}

export function removeKey(thumbprint: string): Promise<unknown> {
  return callSession('DELETE', `keys/${segment(thumbprint)}`);
}

export async function addPasskey(name: string): Promise<unknown> {
  const challenge = await callSession<NewPasskeyChallenge>('POST', 'keys/passkey/options', {});
  const credential = await makePasskey(challenge);
  return callSession('POST', 'keys/passkey', { challenge_id: challenge.challenge_id, credential, name });
}

export function setPassword(password: string): Promise<unknown> {
  return callSession('POST', 'keys/password', { password });
}
