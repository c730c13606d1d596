import { encodeBase64 } from '../encoding/base-encodings.js';
import { digestText } from '../digest.js';
import type { JsonValue } from '../json/index.js';
import { Editable } from './editable.js';
import { hex } from './first-elements.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';
import { SAMPLE_TIME, SampleService } from './sample-service.js';
import { answering, forkOf, keeping, lied, saying, type Tampering } from './sample-tamperings.js';

/** A change after everything was signed and before the answer. */
const later = '2026-11-21T06:00:00.000Z';
const earlier = '2026-11-20T00:00:00.000Z';

const ANSWERS: Tampering[] = [
  saying('an older version', 'answer.record', (body) => body.set('record.version', 1)),
  saying('another record', 'answer.request', (body) => body.set('record.id', 'rec_2')),
  saying('another state', 'answer.state', (body) => body.set('record.state', 'suspended')),
  saying('two states', 'answer.state', (body) => body.set('evidence.state', 'expired')),
  saying('a time at which it had expired', 'answer.state', (body) =>
    body.set('verified_at', '2027-01-01T00:00:00.000Z'),
  ),
  saying('an element less', 'answer.provenance', (body) => body.remove('evidence.provenance.chain.0')),
  saying('an element of another form', 'answer.form', (body) =>
    body.set('evidence.provenance.chain.0.signature', 'good'),
  ),
  ...Object.entries({
    'chain.1': 'answer.provenance',
    'chain.1.signature': 'answer.form',
    receipt: 'answer.form',
  } as const).map(([place, check]) =>
    saying(`an unknown member of ${place}`, check, (body) =>
      body.set(`evidence.provenance.${place}.note`, 1),
    ),
  ),
  saying('elements in another order', 'answer.provenance', (body) =>
    body.swap('evidence.provenance.chain.0', 'evidence.provenance.chain.1'),
  ),
  saying('a longer chain', 'answer.provenance', (body) => body.set('evidence.provenance.chain_length', 3)),
  saying('another origin', 'answer.provenance', (body) =>
    body.set('evidence.provenance.origin', 'https://a'),
  ),
  saying('that it is not verified', 'answer.provenance', (body) =>
    body.set('evidence.provenance.verified', false),
  ),
  saying('an older authority', 'answer.authority', (body) => body.set('evidence.authority.version', 1)),
  saying('a wider scope', 'answer.authority', (body) =>
    body.set('evidence.authority.scope', ['land', 'sea']),
  ),
  saying('that the authority was not valid', 'answer.authority', (body) =>
    body.set('evidence.authority.valid_at_event', false),
  ),
  saying('that the authority is not valid', 'answer.authority', (body) =>
    body.set('evidence.authority.valid_now', false),
  ),
  saying('another request id', 'answer.request_id', (body) => body.set('request_id', 'req_2')),
  saying('less than was asked for', 'answer.request', (body) => body.remove('evidence.state')),
  answering('a request by another method', 'answer.request', () => ({ request: { method: 'GET' } })),
  answering('a request to another path', 'answer.request', () => ({ request: { path: '/v1/records' } })),
  answering('a request with one more member', 'answer.request', () => ({
    request: { body: { record_id: 'rec_1', force: true } },
  })),
  answering('a signature under a provenance key', 'answer.key', (service) => ({ key: service.provenance })),
  answering('a position of another log', 'as_of.consistency', (service) => ({
    asOf: `example.com/log 3 ${encodeBase64(service.log.root(3))} ${SAMPLE_TIME}`,
  })),
  answering('a position with another root', 'as_of.consistency', (service) => ({
    asOf: `${service.log.origin} 3 ${encodeBase64(service.log.root(4))} ${SAMPLE_TIME}`,
  })),
  lied('a position beyond the checkpoint', 'as_of.consistency', (service) => {
    const bundle = service.bundle('rec_1');
    service.fill(1);
    return { bundle: { ...bundle, answer: service.answer('rec_1') } };
  }),
];

const KEYS: Tampering[] = [
  keeping('an answer key that was compromised', 'answer.key', (service) =>
    service.revoke(service.answers, 'key_compromise', later),
  ),
  keeping('a provenance key that was compromised before', 'record.signatures', (service) =>
    service.revoke(service.provenance, 'key_compromise', earlier),
  ),
  lied('an answer key that it never logged', 'keys.inclusion', (service) => {
    const key = sampleKey('never logged', 'answer');
    const [known] = service.keys.get(service.answers.keyId)?.elements ?? [];
    if (known === undefined) fail();
    const element = service.sign({ ...known.content, key_id: key.keyId, public_key: key.publicKey });
    service.keys.set(key.keyId, { subjectId: `key_${key.keyId}`, elements: [element], indices: [1] });
    return { bundle: service.bundle('rec_1', service.answer('rec_1', { key })) };
  }),
  keeping('a key that was revoked before it was published', 'keys.times', (service) => {
    const compromised = { type: 'service.key.revoked', state: 'revoked', cause: 'ceased' } as const;
    service.keyElement(service.answers, { ...compromised, occurred_at: earlier });
  }),
  lied('another log', 'checkpoint.signature', () => ({
    bundle: SampleService.usual(undefined, 'another').bundle('rec_1'),
  })),
  lied('a log under another origin', 'log.origin', () => ({
    bundle: SampleService.usual(new SampleLog('example.com/log')).bundle('rec_1'),
  })),
  lied('too few witnesses', 'checkpoint.witnesses', (service) => ({
    bundle: service.bundle('rec_1', service.answer('rec_1'), 1),
  })),
];

const HISTORIES: Tampering[] = [
  keeping('what follows on a revocation', 'record.transitions', (service) =>
    service.record(
      'rec_1',
      'aut_1',
      { type: 'service.record.revoked', state: 'revoked', issuer_signature: null },
      {},
    ),
  ),
  keeping('time that runs back', 'record.times', (service) =>
    service.record('rec_1', 'aut_1', { occurred_at: earlier }),
  ),
  keeping('an element of another log', 'record.subject', (service) =>
    service.record('rec_1', 'aut_1', { log: 'example.com/log' }),
  ),
  keeping('an amendment that its issuer did not sign', 'record.issuer_signatures', (service) => {
    service.issues = (content) => ({ ...content, issuer_signature: null });
    service.record('rec_1', 'aut_1', {});
  }),
  keeping('an amendment under the issuer’s signature of another', 'record.issuer_signatures', (service) => {
    service.issues = (content) => content;
    service.record('rec_1', 'aut_1', { content_digest: hex('6') });
  }),
  keeping('an amendment while the authority was suspended', 'record.authority_active', (service) => {
    service.authority('aut_1', { type: 'service.authority.suspended', state: 'suspended' });
    service.record('rec_1', 'aut_1', {});
  }),
  keeping('an authority’s element that never was', 'record.authority', (service) =>
    service.record('rec_1', 'aut_1', { authority: { id: 'aut_1', version: 3, digest: hex('6') } }),
  ),
  keeping('an issuer that is not the authority’s', 'record.authority', (service) => {
    service.record('rec_3', 'aut_1', { issuer: 'Another Registry' });
    service.records.set('rec_1', service.records.get('rec_3') ?? fail());
  }),
  keeping('an authority that says more after its end', 'authorities.transitions', (service) => {
    const revoked = { type: 'service.authority.revoked', state: 'revoked', cause: 'ceased' } as const;
    service.authority('aut_1', revoked, { type: 'service.authority.renewed', state: 'active', cause: null });
  }),
];

const RECEIPTS: Tampering[] = [
  lied('a receipt of another record', 'receipt.inclusion', (service) => {
    const body = (told: Record<string, JsonValue>) => {
      const editable = new Editable(told);
      editable.set('evidence.provenance.receipt', service.log.receipt(4, 10));
      return editable.value as typeof told;
    };
    return { bundle: service.bundle('rec_1', service.answer('rec_1', { body })) };
  }),
  saying('a receipt whose size is not its checkpoint’s', 'receipt.checkpoint', (body) =>
    body.set('evidence.provenance.receipt.tree_size', 13),
  ),
  saying('a receipt whose root is not its checkpoint’s', 'receipt.checkpoint', (body) =>
    body.map<string>(
      'evidence.provenance.receipt.root_hash',
      (root) => `${root.startsWith('A') ? 'B' : 'A'}${root.slice(1)}`,
    ),
  ),
  saying('a receipt under the checkpoint of another', 'receipt.checkpoint', (body) =>
    body.set(
      'evidence.provenance.receipt.checkpoint',
      new SampleLog(undefined, undefined, 'another').checkpoint(),
    ),
  ),
  saying('a receipt with another index', 'receipt.inclusion', (body) =>
    body.set('evidence.provenance.receipt.log_index', 5),
  ),
  lied('a receipt in a log that it showed to this caller alone', 'receipt.consistency', (service) => {
    const fork = forkOf(service, 12);
    const body = (told: Record<string, JsonValue>) => {
      const editable = new Editable(told);
      editable.set('evidence.provenance.receipt', fork.receipt(6, 14));
      return editable.value as typeof told;
    };
    return { bundle: service.bundle('rec_1', service.answer('rec_1', { body })) };
  }),
];

const LOGS: Tampering[] = [
  lied('a second element in the same slot', 'log.slots', (service) => {
    const [first] = service.records.get('rec_1')?.elements ?? [];
    if (first === undefined) fail();
    const fork = service.sign({ ...first.content, content_digest: digestText('for another') });
    service.log.sequence('rec_1', [fork]);
    return { bundle: service.bundle('rec_1'), options: { entries: service.log.entries } };
  }),
  lied('a successor below the position that it answers as of', 'absence.record', (service) => {
    service.record('rec_1', 'aut_1', { content_digest: digestText('newer') });
    const hidden = service.records.get('rec_1');
    hidden?.elements.pop();
    hidden?.indices.pop();
    return { bundle: service.bundle('rec_1'), options: { entries: service.log.entries } };
  }),
  lied('a suspension of the authority that it keeps to itself', 'absence.authorities', (service) => {
    service.authority('aut_1', { type: 'service.authority.suspended', state: 'suspended' });
    const hidden = service.authorities.get('aut_1');
    hidden?.elements.pop();
    hidden?.indices.pop();
    return { bundle: service.bundle('rec_1'), options: { entries: service.log.entries } };
  }),
  lied('a revocation of a key that it keeps to itself', 'absence.keys', (service) => {
    service.revoke(service.answers, 'key_compromise', earlier);
    const hidden = service.keys.get(service.answers.keyId);
    hidden?.elements.pop();
    hidden?.indices.pop();
    return { bundle: service.bundle('rec_1'), options: { entries: service.log.entries } };
  }),
  lied('a log that forked below a checkpoint kept from before', 'kept.consistency', (service) => {
    const checkpoint = forkOf(service, 3).checkpoint(10);
    return {
      bundle: service.bundle('rec_1'),
      options: { checkpoint, entries: service.log.entries },
    };
  }),
  lied(
    'an answer of now under a checkpoint of long ago',
    'freshness.witnesses',
    (service) => ({
      bundle: service.bundle('rec_1'),
      options: { maxAgeSeconds: 60, now: new Date(SAMPLE_NOW * 1000) },
    }),
    () => SampleService.usual(new SampleLog(SAMPLE_ORIGIN, SAMPLE_NOW - 61)),
  ),
];

function fail(): never {
  throw new Error('The sample is another than it was.');
}

/** Lies that the service signed with its own keys. */
export const INSIDE: Readonly<Record<string, readonly Tampering[]>> = {
  'answers that lie': ANSWERS,
  'keys that lie': KEYS,
  'histories that lie': HISTORIES,
  'receipts that lie': RECEIPTS,
  'logs that lie': LOGS,
};
