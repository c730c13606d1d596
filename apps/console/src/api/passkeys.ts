import { ApiError } from './api-error.js';

/** A challenge of the server for a passkey, in the JSON form of the standard. */
export interface PasskeyChallenge {
  challenge_id: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** A challenge of the server for a new passkey. */
export interface NewPasskeyChallenge {
  challenge_id: string;
  options: PublicKeyCredentialCreationOptionsJSON;
}

/** Whether this browser supports passkeys at this address; an IP address cannot have any. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && isSecureContext;
}

/**
 * Asks the operator for a passkey.
 * @throws ApiError `console.passkey`, also where they dismiss it.
 */
export async function answerChallenge({ options }: PasskeyChallenge): Promise<unknown> {
  return settled(
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

/** Makes a passkey.
 *  @throws ApiError `console.passkey`, also where they dismiss it. */
export async function makePasskey({ options }: NewPasskeyChallenge): Promise<unknown> {
  return settled(
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

const SAYINGS: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not used: it was dismissed, or it took too long.',
  InvalidStateError: 'This device has a passkey for you already.',
  SecurityError: 'Passkeys do not work at an IP address: open the Console at its host name.',
};

async function settled(asking: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await asking;
    if (credential instanceof PublicKeyCredential) return credential.toJSON() as unknown;
    throw new TypeError('The browser gave no passkey.');
  } catch (error) {
    throw passkeyError(error);
  }
}

function passkeyError(error: unknown): ApiError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return new ApiError(0, { code: 'console.passkey', message: SAYINGS[name] ?? message, request_id: null });
}
