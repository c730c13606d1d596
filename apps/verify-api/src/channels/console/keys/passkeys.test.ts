import { describe, expect, it } from '@jest/globals';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { comesWithoutCertificates, newPasskey } from './passkeys.js';

type Statement = Map<string, unknown>;

/** A new passkey with an attestation, as far as it matters here. */
function made(fmt: string, statement: [string, unknown][] = []) {
  const parts = new Map<string, string | Statement | Uint8Array<ArrayBuffer>>([
    ['fmt', fmt],
    ['attStmt', new Map(statement)],
    ['authData', new Uint8Array(37)],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(parts as Map<string, string>));
  return { response: { attestationObject, clientDataJSON: '' } };
}

describe('a new passkey', () => {
  it.each([
    ['none', made('none'), true],
    ['packed, signed by its own key', made('packed', [['alg', -7]]), true],
    ['packed, with certificates', made('packed', [['x5c', [new Uint8Array(1)]]]), false],
    ['android-key', made('android-key', [['x5c', [new Uint8Array(1)]]]), false],
    ['apple', made('apple'), false],
  ])('comes without certificates, whose lists would be fetched: %s', (_, response, expected) => {
    expect(comesWithoutCertificates(response)).toBe(expected);
  });

  it.each([{}, { response: null }, { response: { attestationObject: 5 } }])(
    'is refused where it is malformed: %j',
    async (response) => {
      expect(await newPasskey('https://console.example', 'challenge', response)).toBeNull();
    },
  );
});
