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
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import { relyingParty } from '../console-origin.js';
import type { KeyRow } from './operator-keys.js';

/** Bytes of an id (WebAuthn, section 5.8.3), and transports of a passkey that are stored. */
const [LONGEST_ID, MOST_TRANSPORTS] = [1_023, 10];
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
    if (!comesWithoutCertificates(response as RegistrationResponseJSON) || isFramed(response)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingParty(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    const passkeyId = Buffer.from(id, 'base64url');
    if (passkeyId.length > LONGEST_ID) return null;
    return { passkeyId, publicKey, counter, transports: textsIn(transports).slice(0, MOST_TRANSPORTS) };
  } catch {
    // The library throws for every wrong answer.
    return null;
  }
}

/**
 * Whether a new passkey comes without certificates, as it was asked for. The library would fetch the lists of revoked ones from
 * addresses that these name.
 */
export function comesWithoutCertificates({ response }: Pick<RegistrationResponseJSON, 'response'>): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((each) => typeof each === 'string' && each.length <= 32);

/** The authenticator’s new counter; null for a wrong answer, and for one by another passkey. */
export async function answeredCounter(
  origin: string,
  challenge: string,
  response: object,
  { passkey_id, public_key, counter, transports, operator_id }: KeyRow,
): Promise<number | null> {
  if (passkey_id === null || public_key === null || !isUserOf(response, operator_id)) return null;
  try {
    if (isFramed(response)) return null;
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

/** Whether another site framed the page that asked. The library refuses that only where the browser sends `topOrigin`. */
function isFramed(answer: object): boolean {
  const { response } = answer as Pick<AuthenticationResponseJSON, 'response'>;
  return decodeClientDataJSON(response.clientDataJSON).crossOrigin === true;
}

/** An authenticator may say whose passkey answers; then it must be this operator’s. */
function isUserOf(answer: object, operatorId: string): boolean {
  const { response } = answer as { response?: { userHandle?: unknown } | null };
  const handle = response?.userHandle;
  if (handle === undefined || handle === null || handle === '') return true;
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() === operatorId;
}
