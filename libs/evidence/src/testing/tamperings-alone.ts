import { encodeBase64url } from '../encoding/base-encodings.js';
import type { EvidenceBundle } from '../bundle/index.js';
import { digestText } from '../digest.js';
import type { JsonValue } from '../json/index.js';
import { thumbprint } from '../signing/index.js';
import { digestBytes } from '../slots.js';
import { Editable } from './editable.js';
import { ANYONES_SIGNATURE, LOW_ORDER_KEY, laxSignatures } from './lax-signatures.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';
import { SampleService, type Unusual } from './sample-service.js';
import { heldAgainst, honest, keeping, lied, type Tampering } from './sample-tamperings.js';
import { stored, type AnswerTampering } from './tamperings-answers.js';

/** Signatures of a forger who has every key of the service but that of its elements. */
const signatures = forgeries();

function forgeries(): Readonly<Record<string, { key_id: string; value: string }>> {
  const { service } = honest;
  const [first, newest] = service.records.get('rec_1')?.elements ?? [];
  if (!first?.signature || newest === undefined) throw new Error('The sample is another.');
  const message = digestBytes(newest.digest);
  const valueOf = (bytes: Uint8Array) => ({
    key_id: service.provenance.keyId,
    value: encodeBase64url(bytes),
  });
  return {
    'the signature of another element': { key_id: service.provenance.keyId, value: first.signature.value },
    'a signature by the key of answers': {
      key_id: service.answers.keyId,
      value: encodeBase64url(service.answers.sign(message)),
    },
    ...Object.fromEntries(
      Object.entries(laxSignatures('sample provenance', message)).map(([how, bytes]) => [
        how,
        valueOf(bytes),
      ]),
    ),
  };
}

/** The honest service, whose newest element of the record has another signature wherever it is shown. */
function forged(how: string): SampleService {
  const service = SampleService.usual();
  const elements = service.records.get('rec_1')?.elements ?? [];
  const newest = elements.pop();
  const signature = signatures[how];
  if (newest === undefined || signature === undefined) throw new Error('The sample is another.');
  elements.push({ ...newest, signature: { ...signature, algorithm: 'Ed25519' } });
  return service;
}

/** A bundle that differs little from the honest one. */
function likeTheHonest(service: SampleService, unusual: Unusual = {}): EvidenceBundle {
  const answer = service.answer('rec_1', { turn: { size: 41, index: 5 }, ...unusual });
  service.fill(9);
  return service.bundle('rec_1', answer);
}

const names = Object.keys(signatures);
const moment = new Date((SAMPLE_NOW + 31) * 1_000);

const BUNDLES: Tampering[] = [
  ...names.map((how) =>
    lied(
      `${how}, shown alike in the signed answer`,
      'record.signatures',
      (service) => ({ bundle: likeTheHonest(service) }),
      () => forged(how),
    ),
  ),
  keeping('a record under a published key of low order', 'record.signatures', (service) => {
    const publicKey = encodeBase64url(LOW_ORDER_KEY);
    const keyId = thumbprint(publicKey);
    service.keyElement({ keyId, publicKey }, {});
    service.record('rec_1', 'aut_1', { content_digest: digestText('by anyone') });
    const elements = service.records.get('rec_1')?.elements ?? [];
    const newest = elements.pop();
    if (newest === undefined) throw new Error('The sample is another.');
    const value = encodeBase64url(ANYONES_SIGNATURE);
    elements.push({ ...newest, signature: { key_id: keyId, algorithm: 'Ed25519', value } });
  }),
  keeping('an authority whose key is exchanged after the record', 'authorities.subject', (service) =>
    service.authority('aut_1', {
      type: 'service.authority.scope_changed',
      scope: ['land', 'sea'],
      public_key: sampleKey('another issuer', 'provenance').publicKey,
    }),
  ),
  lied('a record of another project than its authority’s', 'record.authority', (service) => {
    service.record('rec_3', 'aut_1', { project_id: 'prj_2' });
    return { bundle: service.bundle('rec_3') };
  }),
  lied('a receipt with another hash in its proof', 'receipt.inclusion', (service) => {
    const body = (told: Record<string, JsonValue>) => {
      const editable = new Editable(told);
      editable.map<string>('evidence.provenance.receipt.inclusion_proof.0', (hash) =>
        hash.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      );
      return editable.value as typeof told;
    };
    return { bundle: likeTheHonest(service, { body }) };
  }),
  heldAgainst('entries that differ where nobody looks', 'log.entries', () => {
    const entries = honest.service.log.entries.map((entry, index) =>
      index === 22 ? entry.toReversed() : entry,
    );
    return { options: { entries } };
  }),
  lied(
    'an answer within the age under cosignatures that are older',
    'freshness.witnesses',
    (service) => ({ bundle: service.bundle('rec_1'), options: { maxAgeSeconds: 50, now: moment } }),
    () => SampleService.usual(new SampleLog(SAMPLE_ORIGIN, SAMPLE_NOW - 30)),
  ),
  heldAgainst('the bundle’s own checkpoint under a key that is not pinned', 'kept.signature', () => {
    const { log } = honest.service;
    const another = new SampleLog(undefined, undefined, 'another').signers;
    return { options: { checkpoint: log.checkpoint(log.size, log.witnesses, another) } };
  }),
];

/** Faults that one check alone finds, so that a verifier without it accepts them. */
export const FOUND_BY_ONE: Readonly<Record<string, readonly Tampering[]>> = {
  'found by one check alone': BUNDLES,
};

/** The same without the bundle. */
export const ANSWERS_FOUND_BY_ONE: readonly AnswerTampering[] = names.map((how) => ({
  how: `${how}, shown alike in the signed answer`,
  check: 'record.signatures',
  make: () => {
    const service = forged(how);
    service.fill(9);
    return { answer: stored(service.answer('rec_1', { nonce: 'mine' })), trust: service.trust() };
  },
}));
