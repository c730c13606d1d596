import { decodeBase64url, encodeBase64url, utf8 } from '#platform';
import { textOfUtf8 } from '../encoding/bytes.js';
import { EvidenceError } from '../evidence-error.js';
import { canonicalJson } from '../json/canonical-json.js';
import { parseStrictJson } from '../json/strict-json.js';
import { SIGNATURE_LENGTH } from './ed25519-rules.js';
import type { SigningKey } from './signing-key.js';
import type { VerifyingKey } from './verifying-key.js';

/** A detached JWS in its compact form, `<protected>..<signature>`. RFC 7515, appendix F. */
export interface DetachedJws {
  /** Protected header in base64url, as it is signed. */
  header: string;
  /** The header's `kid`. */
  keyId: string;
  /** 64 bytes. */
  signature: Uint8Array;
}

/** Signs payloads of one type with one key; the header is made once. */
export class DetachedJwsSigner {
  private readonly header: string;

  /** @param type the header's `typ`. */
  constructor(
    private readonly key: SigningKey,
    type: string,
  ) {
    this.header = protectedHeader(key.keyId, type);
  }

  /** The signature of a payload in compact form without the payload. */
  sign(payload: Uint8Array): string {
    const signature = this.key.sign(signingInput(this.header, payload));
    return `${this.header}..${encodeBase64url(signature)}`;
  }
}

/**
 * Reads a detached JWS whose header is exactly `{"alg":"Ed25519","kid":...,"typ":...}` in its JCS form (RFC 9864).
 * @param type the required `typ`.
 * @throws EvidenceError `jws.malformed` on anything else.
 */
export function parseDetachedJws(text: string, type: string): DetachedJws {
  const [header = '', payload, signature = '', ...rest] = text.split('.');
  if (payload !== '' || rest.length > 0) throw malformed('it has not three parts, the middle one empty');
  const bytes = bytesOf(signature);
  if (bytes.length !== SIGNATURE_LENGTH) throw malformed('its signature has not 64 bytes');
  const keyId = keyIdOf(header);
  if (header !== protectedHeader(keyId, type)) throw malformed('its header is another than alg, kid and typ');
  return { header, keyId, signature: bytes };
}

/** Whether a detached JWS is valid for a payload under a key, which the caller finds by `keyId`. */
export function verifyDetachedJws(jws: DetachedJws, payload: Uint8Array, key: VerifyingKey): boolean {
  return key.verify(signingInput(jws.header, payload), jws.signature);
}

function protectedHeader(keyId: string, type: string): string {
  return encodeBase64url(utf8(canonicalJson({ alg: 'Ed25519', kid: keyId, typ: type })));
}

function signingInput(header: string, payload: Uint8Array): Uint8Array {
  return utf8(`${header}.${encodeBase64url(payload)}`);
}

function keyIdOf(header: string): string {
  let value: unknown;
  try {
    value = parseStrictJson(textOfUtf8(bytesOf(header)));
  } catch {
    throw malformed('its header is not JSON');
  }
  const keyId = typeof value === 'object' && value !== null ? (value as { kid?: unknown }).kid : undefined;
  if (typeof keyId !== 'string') throw malformed('its header names no key');
  return keyId;
}

function bytesOf(text: string): Uint8Array {
  const bytes = decodeBase64url(text);
  if (bytes === null) throw malformed('a part is not base64url');
  return bytes;
}

function malformed(reason: string): EvidenceError {
  return new EvidenceError('jws.malformed', `This is not a detached JWS of this service: ${reason}.`);
}
