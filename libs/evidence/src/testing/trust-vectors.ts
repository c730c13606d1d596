import { EvidenceError } from '../evidence-error.js';
import type { JsonValue } from '../json/index.js';
import { formatVerifierKey, noteCosigner, noteSigner } from '../notes/index.js';
import { parseTrust } from '../verifying/trust.js';
import { applyPatch, type PatchOperation } from './json-patch.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_ORIGIN } from './sample-log.js';

/** A document of pinned keys, as it differs from `keys.json`. */
export interface TrustVector {
  name: string;
  patch: PatchOperation[];
  /** Why it is refused; null where it is taken. */
  code: string | null;
}

/** What our verifier says of pinned keys. @param keys the text of `keys.json`. */
export function judgeTrust({ patch }: Pick<TrustVector, 'patch'>, keys: string): string | null {
  try {
    parseTrust(JSON.stringify(applyPatch(JSON.parse(keys) as JsonValue, patch)));
    return null;
  } catch (error) {
    if (error instanceof EvidenceError) return error.code;
    throw error;
  }
}

const witness = (name: string, holder: string): string =>
  formatVerifierKey(noteCosigner(name, sampleKey(holder, 'checkpoint'), () => 0).verifierKey);
const log = (holder: string): string =>
  formatVerifierKey(noteSigner(SAMPLE_ORIGIN, sampleKey(holder, 'checkpoint')).verifierKey);
const plain = (name: string, holder: string): string =>
  formatVerifierKey(noteSigner(name, sampleKey(holder, 'checkpoint')).verifierKey);
const jwk = (holder: string, purpose: string): JsonValue => {
  const { publicKey, keyId } = sampleKey(holder, 'checkpoint');
  return { kty: 'OKP', crv: 'Ed25519', x: publicKey, kid: keyId, purpose, invalid_since: null };
};
const add = (path: string, value: JsonValue): PatchOperation => ({ op: 'add', path, value });

/** A fourth witness, of which three are enough. */
const fourth = (vkey: string): PatchOperation[] => [add('/witnesses/-', vkey), add('/quorum', 3)];

const retired = (vkey: string): PatchOperation => add('/log/retired', [{ vkey, tree_size: 5 }]);

const lessOne: PatchOperation = { op: 'remove', path: '/witnesses/2' };

const ONE = 'witness.example/one';
const OWN = 'sample log 1';
const REFUSED = 'trust.malformed';

/** Pinned keys that a reader takes or refuses. */
export const TRUST_VECTORS: readonly TrustVector[] = [
  { name: 'what is pinned', patch: [], code: null },
  {
    name: 'a fourth witness',
    patch: fourth(witness('w4', 'fourth')),
    code: null,
  },
  {
    name: 'a second key of the log, as while it changes',
    patch: [add('/log/vkeys/-', log('next'))],
    code: null,
  },
  {
    name: 'a key of the log that it used before',
    patch: [add('/keys/-', jwk('former', 'checkpoint'))],
    code: null,
  },
  { name: 'a witness twice', patch: fourth(witness(ONE, `sample ${ONE}`)), code: REFUSED },
  {
    name: 'the key of a witness under another name',
    patch: fourth(witness('w4', `sample ${ONE}`)),
    code: REFUSED,
  },
  {
    name: 'the key of a witness as one for plain notes',
    patch: fourth(plain('w4', `sample ${ONE}`)),
    code: REFUSED,
  },
  {
    name: 'the name of a witness with another key',
    patch: fourth(witness(ONE, 'fourth')),
    code: REFUSED,
  },
  {
    name: 'the key of the log as a witness',
    patch: fourth(witness('w4', OWN)),
    code: REFUSED,
  },
  {
    name: 'the next key of the log as a witness',
    patch: [add('/log/vkeys/-', log('next')), ...fourth(witness('w4', 'next'))],
    code: REFUSED,
  },
  {
    name: 'a former key of the log as a witness',
    patch: [add('/keys/-', jwk('former', 'checkpoint')), ...fourth(witness('w4', 'former'))],
    code: REFUSED,
  },
  {
    name: 'a retired key of the log as a witness',
    patch: [retired(log('former')), ...fourth(witness('w4', 'former'))],
    code: REFUSED,
  },
  { name: 'a retired key of the log', patch: [retired(log('former'))], code: null },
  { name: 'a key of the log that is retired too', patch: [retired(log(OWN))], code: REFUSED },
  {
    name: 'a key of the service’s answers as a witness',
    patch: [add('/keys/-', jwk('answers', 'answer')), ...fourth(witness('w4', 'answers'))],
    code: REFUSED,
  },
  { name: 'a key of the log twice', patch: [add('/log/vkeys/-', log(OWN))], code: REFUSED },
  {
    name: 'a key of the service twice, for two purposes',
    patch: [add('/keys/-', jwk('former', 'checkpoint')), add('/keys/-', jwk('former', 'answer'))],
    code: REFUSED,
  },
  {
    name: 'a key of the log under another name',
    patch: [add('/log/vkeys/0', plain('other', OWN))],
    code: REFUSED,
  },
  { name: 'one of three witnesses', patch: [add('/quorum', 1)], code: REFUSED },
  {
    name: 'one of three witnesses, which its reader says is weak',
    patch: [add('/quorum', 1), add('/weak_quorum', true)],
    code: null,
  },
  { name: 'half of the witnesses', patch: [lessOne, add('/quorum', 1)], code: REFUSED },
  { name: 'both of two witnesses', patch: [lessOne], code: null },
  { name: 'more than all of the witnesses', patch: [add('/quorum', 4)], code: REFUSED },
  { name: 'none of the witnesses', patch: [add('/quorum', 0)], code: REFUSED },
  { name: 'no log', patch: [add('/log', null)], code: REFUSED },
  { name: 'no key of the log', patch: [add('/log/vkeys', [])], code: REFUSED },
  {
    name: 'a key of the log that is none',
    patch: [add('/log/vkeys/0', 'key')],
    code: 'verifier_key.malformed',
  },
  { name: 'a self-signed key that is no id', patch: [add('/self_signed_keys', [1])], code: REFUSED },
  { name: 'a key of the service under another id', patch: [add('/keys/0/kid', 'other')], code: REFUSED },
];
