import { EvidenceError } from '../evidence-error.js';
import type { JsonValue } from '../json/strict-json.js';
import { BUNDLE_FORMAT, type EvidenceBundle } from './bundle.js';
import { exactly, listOf, mapOf, members, nullOr, object, size, text, withMembers } from './forms.js';

/** The members of the parts of a bundle, with their forms. */
export const SIGNATURE = { key_id: text, algorithm: exactly('Ed25519'), value: text };

/** An element as it is shown. Its content is checked with the chain. */
export const shownElement = withMembers({ digest: text, signature: nullOr(members(SIGNATURE)) });

const elements = listOf(shownElement);

export const CONSISTENCY = { from: size, to: size, proof: listOf(text) };

const consistency = members(CONSISTENCY);

export const REQUEST = { method: text, path: text, body: object };

export const ANSWER = {
  body: object,
  request: members(REQUEST),
  request_id: text,
  nonce: nullOr(text),
  as_of: text,
  signature: text,
  path: text,
};

const NEEDED = {
  format: exactly(BUNDLE_FORMAT),
  log: text,
  answer: members(ANSWER),
  record: elements,
  authorities: mapOf(elements),
  keys: mapOf(elements),
  checkpoint: text,
  inclusion: mapOf(text),
  order: mapOf(text),
  consistency,
};

const OPTIONAL = { earlier: consistency };

export const BUNDLE = { ...NEEDED, ...OPTIONAL };

const bundle = members(NEEDED, OPTIONAL);

/**
 * Reads a bundle. Of elements only digest and signature are checked here.
 * @throws EvidenceError `bundle.malformed` on a missing or unknown member, or one of another type.
 */
export function readBundle(value: JsonValue): EvidenceBundle {
  const fault = bundle(value, 'bundle');
  if (fault !== null) throw new EvidenceError('bundle.malformed', `${fault}.`);
  return value as unknown as EvidenceBundle;
}
