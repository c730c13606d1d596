import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { relyingParty } from '../console-origin.js';
import type { KeyRow } from './operator-keys.js';

/** Ed25519, ECDSA on P-256, RSA. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT = 5 * 60_000;
const RP_NAME = 'Record verification';

/** The operator who gets a new passkey. */
export interface PasskeyOwner {
  operatorId: string;
  name: string;
  address: string;
  /** Ids of the person’s passkeys: an authenticator that has one makes no second. */
  existing: readonly Buffer[];
}

/** A passkey that was made for a challenge. */
export interface NewPasskey {
  passkeyId: Uint8Array;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
}

/** @param challenge in base64url. */
export function creationOptions(
  origin: string,
  challenge: string,
  { operatorId, name, address, existing }: PasskeyOwner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: relyingParty(origin),
    userID: new Uint8Array(Buffer.from(operatorId)),
    userName: address,
    userDisplayName: name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: existing.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** @param allowed ids of the passkeys that may answer; none for any of the authenticator’s. */
export function requestOptions(
  origin: string,
  challenge: string,
  allowed: readonly Buffer[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty(origin),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT,
    userVerification: 'required',
    ...(allowed.length === 0
      ? {}
      : { allowCredentials: allowed.map((id) => ({ id: id.toString('base64url') })) }),
  });
}

/** The new passkey; null unless the answer is to this challenge, from this origin, by a verified user. */
export async function newPasskey(
  origin: string,
  challenge: string,
  response: object,
): Promise<NewPasskey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { passkeyId: Buffer.from(id, 'base64url'), publicKey, counter, transports };
  } catch {
    // The library throws for every wrong answer.
    return null;
  }
}

/** The authenticator’s new counter; null for a wrong answer, and for one by another passkey. */
export async function answeredCounter(
  origin: string,
  challenge: string,
  response: object,
  { passkey_id, public_key, counter, transports, operator_id }: KeyRow,
): Promise<number | null> {
  if (passkey_id === null || public_key === null || !isUserOf(response, operator_id)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(origin),
      requireUserVerification: true,
      credential: {
        id: passkey_id.toString('base64url'),
        publicKey: new Uint8Array(public_key),
        counter: Number(counter ?? 0),
        transports: (transports ?? []) as AuthenticatorTransport[],
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** An authenticator may say whose passkey answers; then it must be this operator’s. */
function isUserOf(answer: object, operatorId: string): boolean {
  const { response } = answer as { response?: { userHandle?: unknown } | null };
  const handle = response?.userHandle;
  if (handle === undefined || handle === null || handle === '') return true;
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() === operatorId;
}
