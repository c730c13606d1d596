import { hex } from './first-elements.js';
import { SampleLog } from './sample-log.js';
import { SampleService } from './sample-service.js';
import { edited, forkOf, heldAgainst, honest, rewritten, type Tampering } from './sample-tamperings.js';

const answerKey = honest.service.answers.keyId;
const provenanceKey = honest.service.provenance.keyId;
const otherBits = (base64: string): string => base64.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
const jws = (header: object): string => Buffer.from(JSON.stringify(header)).toString('base64url');
const now = new Date('2026-11-21T12:00:00.000Z');

const TEXT: Tampering[] = [
  rewritten('a duplicate member', 'bundle.json', (text) => text.replace('{', '{"format":"bundle/v1",')),
  rewritten('a duplicate member deep inside', 'bundle.json', (text) =>
    text.replace('"state":"active"', '"state":"active","state":"active"'),
  ),
  rewritten('a lone surrogate', 'bundle.json', (text) => text.replace('Example', String.raw`\ud800`)),
  rewritten('something after its end', 'bundle.json', (text) => `${text}{}`),
  rewritten('a byte order mark', 'bundle.json', (text) => `\ufeff${text}`),
  rewritten('a number that no double holds', 'bundle.json', (text) =>
    text.replace('"to":', '"to":9007199254740993'),
  ),
  rewritten('a byte that is not UTF-8', 'bundle.json', (text) =>
    Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.of(0xff, 0x22, 0x7d)]),
  ),
  rewritten('half of it', 'bundle.json', (text) => text.slice(0, text.length / 2)),
  rewritten('another document', 'bundle.form', () => '[]'),
];

const FORM: Tampering[] = [
  ...['answer', 'answer.request', 'consistency', 'record.0.signature'].map((place) =>
    edited(`an unknown member of ${place}`, 'bundle.form', (bundle) => bundle.set(`${place}.note`, 1)),
  ),
  edited('another format', 'bundle.form', (bundle) => bundle.set('format', 'bundle/v2')),
  edited('an unknown member', 'bundle.form', (bundle) => bundle.set('note', 'trust me')),
  edited('a missing member', 'bundle.form', (bundle) => bundle.remove('consistency')),
  edited('a member of another type', 'bundle.form', (bundle) => bundle.set('consistency.from', '14')),
  edited('another algorithm of a signature', 'bundle.form', (bundle) =>
    bundle.set('record.0.signature.algorithm', 'none'),
  ),
  edited('a member of an authority shown that nobody signed', 'answer.signature', (bundle) =>
    bundle.set('answer.body.evidence.authority.rank', 1),
  ),
];

const CHECKPOINT: Tampering[] = [
  edited('another log', 'log.origin', (bundle) => bundle.set('log', 'example.com/log')),
  edited('another size', 'checkpoint.signature', (bundle) =>
    bundle.map<string>('checkpoint', (note) => note.replace('\n23\n', '\n24\n')),
  ),
  edited('another root', 'checkpoint.signature', (bundle) =>
    bundle.map<string>('checkpoint', (note) =>
      note.replace(/\n23\n./, (line) => `\n23\n${line.endsWith('A') ? 'B' : 'A'}`),
    ),
  ),
  rewritten('the log’s signature changed in every proof', 'checkpoint.signature', (text) =>
    text.replaceAll(/(— example.org\/\S+ .{40})(.)/g, (_, before, digit) => before + otherBits(digit)),
  ),
  edited('a checkpoint without the log’s signature', 'checkpoint.signature', (bundle) =>
    bundle.map<string>('checkpoint', (note) => note.replace(/\n— example.org[^\n]*/, '')),
  ),
  edited('a checkpoint of another key', 'checkpoint.signature', (bundle) => {
    const { log } = honest.service;
    bundle.set('checkpoint', log.checkpoint(log.size, log.witnesses, [log.newSigner()]));
  }),
  edited('a checkpoint of another log', 'checkpoint.signature', (bundle) =>
    bundle.set('checkpoint', new SampleLog('example.com/log', undefined, 'another').checkpoint()),
  ),
  edited('a witness whose signature is not good', 'checkpoint.signature', (bundle) =>
    bundle.map<string>('checkpoint', (note) =>
      note.replace(/(witness.example\/one .{40})(.)/, (_, before, digit) => before + otherBits(digit)),
    ),
  ),
  edited('a witness taken out', 'checkpoint.witnesses', (bundle) =>
    bundle.map<string>('checkpoint', (note) => note.replace(/— witness.example\/two[^\n]*\n/, '')),
  ),
  edited('a witness that stands there twice', 'checkpoint.witnesses', (bundle) =>
    bundle.map<string>('checkpoint', (note) =>
      note.replace(/— witness.example\/two[^\n]*\n/, '').replace(/(— witness.example\/one[^\n]*\n)/, '$1$1'),
    ),
  ),
];

const KEYS: Tampering[] = [
  edited('a public key exchanged', 'keys.digests', (bundle) =>
    bundle.set(`keys.${answerKey}.0.public_key`, honest.service.issuer.publicKey),
  ),
  edited('a public key exchanged under a new digest', 'keys.transitions', (bundle) =>
    bundle.rehash(`keys.${answerKey}.0`, { public_key: honest.service.issuer.publicKey }),
  ),
  edited('a key’s element with the signature of another', 'keys.signatures', (bundle) =>
    bundle.swap(`keys.${answerKey}.0.signature.value`, `keys.${provenanceKey}.0.signature.value`),
  ),
  edited('a key for another purpose under a new digest', 'keys.inclusion', (bundle) =>
    bundle.rehash(`keys.${provenanceKey}.0`, { purpose: 'answer' }),
  ),
  edited('a key under the name of another', 'keys.subject', (bundle) =>
    bundle.swap(`keys.${answerKey}`, `keys.${provenanceKey}`),
  ),
  edited('a key that no log entry published', 'keys.inclusion', (bundle) => {
    const own = SampleService.usual(undefined, 'another');
    const { keys, inclusion } = own.bundle('rec_1');
    const keyId = own.answers.keyId;
    bundle.set(`keys.${keyId}`, keys[keyId]);
    bundle.set(`inclusion.key_${keyId}`, inclusion[`key_${keyId}`]);
  }),
  edited('a key without its proof', 'keys.inclusion', (bundle) =>
    bundle.remove(`inclusion.key_${answerKey}`),
  ),
  edited('a key left out', 'answer.key', (bundle) => bundle.remove(`keys.${answerKey}`)),
  edited('a key without an element', 'keys.form', (bundle) => bundle.set(`keys.${answerKey}`, [])),
  edited('a key’s element doubled', 'keys.sequence', (bundle) =>
    bundle.map<unknown[]>(`keys.${answerKey}`, (chain) => [...chain, ...chain]),
  ),
  edited('a key that links to nothing', 'keys.links', (bundle) =>
    bundle.rehash(`keys.${answerKey}.0`, { previous: hex('6') }),
  ),
  edited('a key’s element without its signature', 'keys.signatures', (bundle) =>
    bundle.set(`keys.${answerKey}.0.signature`, null),
  ),
];

const ANSWER: Tampering[] = [
  edited('another state', 'answer.signature', (bundle) => bundle.set('answer.body.record.state', 'revoked')),
  edited('another time', 'answer.signature', (bundle) =>
    bundle.set('answer.body.verified_at', '2026-11-21T12:00:01.000Z'),
  ),
  edited('another issuer', 'answer.signature', (bundle) =>
    bundle.set('answer.body.evidence.authority.issuer', 'Another'),
  ),
  edited('another request', 'answer.signature', (bundle) =>
    bundle.set('answer.request.body.record_id', 'rec_2'),
  ),
  edited('another request id', 'answer.signature', (bundle) => bundle.set('answer.request_id', 'req_2')),
  edited('a nonce put in', 'answer.signature', (bundle) => bundle.set('answer.nonce', 'mine')),
  edited('another position of the log', 'answer.signature', (bundle) =>
    bundle.map<string>('answer.as_of', (asOf) => asOf.replace(' 14 ', ' 13 ')),
  ),
  edited('a malformed position', 'answer.signature', (bundle) => bundle.set('answer.as_of', 'now')),
  edited('another size of the turn', 'answer.signature', (bundle) =>
    bundle.map<string>('answer.path', (path) => path.replace('5/41', '5/40')),
  ),
  edited('another place in the turn', 'answer.signature', (bundle) =>
    bundle.map<string>('answer.path', (path) => path.replace('5/41', '4/41')),
  ),
  edited('a place beyond the turn', 'answer.path', (bundle) =>
    bundle.map<string>('answer.path', (path) => path.replace('5/41', '41/41')),
  ),
  edited('a path cut short', 'answer.path', (bundle) =>
    bundle.map<string>('answer.path', (path) => path.slice(0, path.lastIndexOf(','))),
  ),
  edited('a hash of the path exchanged', 'answer.signature', (bundle) =>
    bundle.map<string>('answer.path', (path) =>
      path.replace(/,(.)/, (_, first) => `,${first === 'A' ? 'B' : 'A'}`),
    ),
  ),
  edited('a path in base64 that is not canonical', 'answer.path', (bundle) =>
    bundle.map<string>('answer.path', (path) => path.slice(0, -1)),
  ),
  edited('the signature of another answer', 'answer.signature', (bundle) =>
    bundle.set('answer.signature', honest.service.answer('rec_1', { nonce: 'another' }).signature),
  ),
  edited('no signature', 'answer.key', (bundle) => bundle.set('answer.signature', '')),
  edited('a signature of another algorithm', 'answer.key', (bundle) =>
    bundle.map<string>('answer.signature', (text) =>
      text.replace(/^[^.]*/, jws({ alg: 'none', kid: answerKey, typ: 'answers+jws' })),
    ),
  ),
  edited('a signature that embeds a key', 'answer.key', (bundle) =>
    bundle.map<string>('answer.signature', (text) =>
      text.replace(/^[^.]*/, jws({ alg: 'Ed25519', jwk: {}, kid: answerKey, typ: 'answers+jws' })),
    ),
  ),
  edited('a signature in base64url that is not canonical', 'answer.key', (bundle) =>
    bundle.map<string>('answer.signature', (text) => `${text.slice(0, -1)}${text.endsWith('B') ? 'D' : 'B'}`),
  ),
  edited('a signature with a line break', 'answer.key', (bundle) =>
    bundle.map<string>('answer.signature', (text) => `${text}\n`),
  ),
];

const RECORD: Tampering[] = [
  edited('a field of the newest element', 'record.digests', (bundle) =>
    bundle.set('record.1.content_digest', hex('6')),
  ),
  edited('a field of an older element', 'record.digests', (bundle) =>
    bundle.set('record.0.origin', 'https://evil'),
  ),
  edited('an older element under a new digest', 'record.links', (bundle) =>
    bundle.rehash('record.0', { content_digest: hex('6') }),
  ),
  edited('the newest element under a new digest', 'record.signatures', (bundle) =>
    bundle.rehash('record.1', { event_id: 'evt_6' }),
  ),
  edited('elements in another order', 'record.sequence', (bundle) => bundle.swap('record.0', 'record.1')),
  edited('the oldest element dropped', 'record.sequence', (bundle) => bundle.remove('record.0')),
  edited('the newest element dropped', 'answer.record', (bundle) => bundle.remove('record.1')),
  edited('an element doubled', 'record.sequence', (bundle) =>
    bundle.map<unknown[]>('record', (chain) => [...chain, chain.at(-1)]),
  ),
  edited('no element', 'record.form', (bundle) => bundle.set('record', [])),
  edited('an element with one more member', 'record.form', (bundle) =>
    bundle.rehash('record.1', { note: '' }),
  ),
  edited('an element that happened before the one before', 'record.times', (bundle) =>
    bundle.rehash('record.1', { occurred_at: '2026-11-20T00:00:00.000Z' }),
  ),
  edited('a transition that is not one', 'record.transitions', (bundle) =>
    bundle.rehash('record.1', { state: 'superseded' }),
  ),
  edited('another project', 'record.subject', (bundle) => bundle.rehash('record.1', { project_id: 'prj_2' })),
  edited('the elements of another record', 'answer.record', (bundle) => {
    bundle.set('record', honest.service.bundle('rec_2').record);
  }),
  edited('a signature stripped', 'record.signatures', (bundle) => bundle.set('record.0.signature', null)),
  edited('signatures exchanged', 'record.signatures', (bundle) =>
    bundle.swap('record.0.signature', 'record.1.signature'),
  ),
  edited('a signature under the key of another purpose', 'record.signatures', (bundle) =>
    bundle.set(
      'record.1.signature',
      honest.service.sign(honest.bundle.record[1], honest.service.answers).signature,
    ),
  ),
  edited('a signature under a key that is not there', 'record.signatures', (bundle) =>
    bundle.set('record.1.signature.key_id', honest.service.issuer.keyId),
  ),
  edited('a signature in base64url that is not canonical', 'record.signatures', (bundle) =>
    bundle.map<string>('record.1.signature.value', (value) => `${value}=`),
  ),
];

const AUTHORITIES: Tampering[] = [
  edited('a field of an authority', 'authorities.digests', (bundle) =>
    bundle.set('authorities.aut_1.0.valid_until', '2030-01-01T00:00:00.000Z'),
  ),
  edited('an authority’s key taken out, under a new digest', 'authorities.links', (bundle) =>
    bundle.rehash('authorities.aut_1.0', { public_key: null }),
  ),
  edited('an older element of an authority dropped', 'authorities.sequence', (bundle) =>
    bundle.remove('authorities.aut_1.0'),
  ),
  edited('the newest element of an authority dropped', 'record.authority', (bundle) =>
    bundle.remove('authorities.aut_1.1'),
  ),
  edited('an authority under another id', 'authorities.subject', (bundle) => {
    bundle.set('authorities.aut_2', bundle.get('authorities.aut_1'));
    bundle.remove('authorities.aut_1');
  }),
  edited('an authority left out', 'record.authority', (bundle) => bundle.set('authorities', {})),
  edited('an authority that grants what it may not', 'authorities.transitions', (bundle) =>
    bundle.rehash('authorities.aut_1.1', { state: 'expired' }),
  ),
  edited('an authority without an element', 'authorities.form', (bundle) =>
    bundle.set('authorities.aut_1', []),
  ),
  edited('an authority’s element that happened before the one before', 'authorities.times', (bundle) =>
    bundle.rehash('authorities.aut_1.1', { occurred_at: '2026-11-20T00:00:00.000Z' }),
  ),
  edited('an authority’s signatures exchanged', 'authorities.signatures', (bundle) =>
    bundle.swap('authorities.aut_1.0.signature.value', 'authorities.aut_1.1.signature.value'),
  ),
  edited('an authority’s signature stripped', 'authorities.signatures', (bundle) =>
    bundle.set('authorities.aut_1.1.signature', null),
  ),
];

const LOG: Tampering[] = [
  edited('another record’s inclusion', 'record.inclusion', (bundle) =>
    bundle.set('inclusion.rec_1', honest.service.bundle('rec_2').inclusion['rec_2']),
  ),
  edited('another index', 'record.inclusion', (bundle) =>
    bundle.map<string>('inclusion.rec_1', (proof) => proof.replace('index 6', 'index 7')),
  ),
  edited('a hash of the proof exchanged', 'record.inclusion', (bundle) =>
    bundle.map<string>('inclusion.rec_1', (proof) =>
      proof.replace(/(index 6\n)(.*)/, (_, index, hash) => index + otherBits(hash)),
    ),
  ),
  edited('a proof under an older checkpoint', 'record.inclusion', (bundle) => {
    const older = honest.service.log.checkpoint(14);
    bundle.map<string>('inclusion.rec_1', (proof) => proof.slice(0, proof.indexOf('\n\n') + 2) + older);
  }),
  edited('a proof that holds something more', 'record.inclusion', (bundle) =>
    bundle.map<string>('inclusion.rec_1', (proof) => proof.replace('\nindex', '\nextra AAAA\nindex')),
  ),
  edited('no proof', 'record.inclusion', (bundle) => bundle.remove('inclusion.rec_1')),
  edited('a proof of something that is not there', 'record.inclusion', (bundle) =>
    bundle.set('inclusion.rec_2', honest.service.bundle('rec_2').inclusion['rec_2']),
  ),
  edited('no proof of an authority', 'authorities.inclusion', (bundle) => bundle.remove('inclusion.aut_1')),
  edited('a hash of the consistency proof exchanged', 'as_of.consistency', (bundle) =>
    bundle.map<string>('consistency.proof.0', otherBits),
  ),
  edited('a hash of the consistency proof dropped', 'as_of.consistency', (bundle) =>
    bundle.remove('consistency.proof.0'),
  ),
  edited('a consistency proof of another size', 'as_of.consistency', (bundle) =>
    bundle.set('consistency.from', 13),
  ),
  edited('a consistency proof in base64 that is not canonical', 'as_of.consistency', (bundle) =>
    bundle.map<string>('consistency.proof.0', (hash) => hash.slice(0, -1)),
  ),
];

const HELD_AGAINST: Tampering[] = [
  heldAgainst('another nonce', 'answer.nonce', () => ({ options: { nonce: 'mine' } })),
  heldAgainst('another request', 'answer.request', () => ({ options: { request: { record_id: 'rec_2' } } })),
  heldAgainst('an age that it exceeds', 'freshness.answer', () => ({
    options: { maxAgeSeconds: 60, now: new Date(now.getTime() + 61_000) },
  })),
  heldAgainst('a clock that is behind it', 'checkpoint.witnesses', () => ({
    options: { maxAgeSeconds: 60, now: new Date(now.getTime() - 61_000) },
  })),
  heldAgainst('witnesses that never saw it', 'checkpoint.witnesses', () => ({
    trust: { ...honest.trust, witnesses: new SampleLog(undefined, undefined, 'another').witnessVkeys },
  })),
  heldAgainst('a checkpoint of the same size with another root', 'kept.consistency', () => ({
    options: { checkpoint: forkOf(honest.service, 9).checkpoint(23) },
  })),
  heldAgainst('a checkpoint of another log', 'kept.signature', () => ({
    options: { checkpoint: new SampleLog('example.com/log', undefined, 'another').checkpoint() },
  })),
  heldAgainst('the entries of another log', 'log.entries', () => ({
    options: { entries: forkOf(honest.service, 9).entries },
  })),
  heldAgainst('too few entries', 'log.entries', () => ({
    options: { entries: honest.service.log.entries.slice(0, 20) },
  })),
  heldAgainst('too few entries to prove an age', 'log.entries', () => ({
    options: { entries: honest.service.log.entries.slice(0, 20), maxAgeSeconds: 60, now },
  })),
];

/** Bundles that were tampered with by somebody without the service's keys, or that contradict what their reader knows. */
export const OUTSIDE: Readonly<Record<string, readonly Tampering[]>> = {
  text: TEXT,
  form: FORM,
  checkpoint: CHECKPOINT,
  keys: KEYS,
  answer: ANSWER,
  record: RECORD,
  authorities: AUTHORITIES,
  'place in the log': LOG,
  'what the reader knows': HELD_AGAINST,
};
