import { memberOf, strangersIn } from '../bundle/forms.js';
import { ANSWER, BUNDLE, CONSISTENCY, REQUEST, SIGNATURE } from '../bundle/read-bundle.js';
import { AUTHORITY_MEMBERS } from '../elements/authority-chain.js';
import { KEY_MEMBERS } from '../elements/key-chain.js';
import { AUTHORITY_REFERENCE } from '../elements/member-forms.js';
import { RECORD_MEMBERS } from '../elements/record-chain.js';
import type { JsonValue } from '../json/strict-json.js';
import { RECEIPT } from './envelope.js';

// Each function gives paths of unknown members, and nothing about missing or malformed ones.

/** Members of a bundle, outside of its answer and its elements, that no bundle has. */
export function unknownInBundle(value: JsonValue, at: string): string[] {
  return [
    ...strangersIn(value, BUNDLE, at),
    ...strangersIn(memberOf(value, 'consistency'), CONSISTENCY, `${at}.consistency`),
    ...strangersIn(memberOf(value, 'earlier'), CONSISTENCY, `${at}.earlier`),
  ];
}

/** Members of an answer, outside of its body, that no answer has. */
export function unknownInAnswer(value: JsonValue, at: string): string[] {
  const request = memberOf(value, 'request');
  return [...strangersIn(value, ANSWER, at), ...strangersIn(request, REQUEST, `${at}.request`)];
}

/** Members of a receipt that no receipt has. */
export function unknownInReceipt(value: JsonValue | undefined, at: string): string[] {
  return strangersIn(value, RECEIPT, at);
}

const ELEMENTS = { record_id: RECORD_MEMBERS, authority_id: AUTHORITY_MEMBERS, key_id: KEY_MEMBERS };

/** Members of a shown element that none of its kind has. */
export function unknownInElement(value: JsonValue, at: string): string[] {
  const kind = Object.entries(ELEMENTS).find(([id]) => memberOf(value, id) !== undefined);
  if (kind === undefined) return [];
  return [
    ...strangersIn(value, { ...kind[1], digest: null, signature: null }, at),
    ...strangersIn(memberOf(value, 'signature'), SIGNATURE, `${at}.signature`),
    ...strangersIn(memberOf(value, 'authority'), AUTHORITY_REFERENCE, `${at}.authority`),
  ];
}
