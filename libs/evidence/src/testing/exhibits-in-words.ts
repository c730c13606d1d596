import type { JsonValue } from '../json/index.js';
import { by, type HonestExhibit } from './honest-exhibits.js';
import { SAMPLE_TIME, SampleService, type Unusual } from './sample-service.js';
import { stored, type StoredAnswer } from './tamperings-answers.js';
import { revoked, superseded } from './tamperings-rules.js';

const MALFORMED = 'malformed';

/** Every end of the ranges of characters that nobody sees, and what a name could pretend to be. */
const UNSEEN = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0x34f],
  [0x61c, 0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0xfe00, 0xfe0f],
  [0xfeff, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
].flat();
/** What could be taken for the end of the quotes around it. */
const QUOTES = [
  0x2ba, 0x2dd, 0x2ee, 0x5f4, 0x2033, 0x2036, 0x201c, 0x201d, 0x201f, 0x275d, 0x275e, 0x3003, 0x301d, 0x301f,
  0xff02,
];
const SEEN = [0x20, 0x7e, 0xa0, 0xac, 0xae, 0x200a, 0x2010, 0x2027, 0x202f, 0xfffc, 0x1bca4, 0xe1000];
const CURLY = `Y${String.fromCodePoint(...QUOTES)} is good, as of today.`;
/** 101 characters, of which the hundredth is a pair of surrogates. */
const LONG = `${'Y'.repeat(99)}😀Z`;
const PRETENDER = `Y" is good, as of today.\n\t\\u202e<&>é😀${String.fromCodePoint(...UNSEEN, ...SEEN)}`;

function pretending(issuer: string): SampleService {
  const service = new SampleService();
  service.publish(service.provenance);
  service.publish(service.answers);
  service.authority('aut_1', { issuer });
  service.record('rec_1', 'aut_1', { issuer });
  return service;
}

const revokedService = SampleService.usual();
revokedService.record('rec_1', 'aut_1', revoked);

const authorityEnds = { occurred_at: SAMPLE_TIME } as const;

/** Honest evidence of records in every state, which a person reads about in one line. */
export const IN_WORDS: readonly HonestExhibit[] = [
  by('a record that is suspended', (service) =>
    service.record('rec_1', 'aut_1', { type: 'service.record.suspended', state: 'suspended' }),
  ),
  by('a record that is superseded', (service) => service.record('rec_1', 'aut_1', superseded)),
  by('a record that expired, which no element says', (service) =>
    service.record('rec_1', 'aut_1', { expires_at: '2026-11-21T06:00:00.000Z' }),
  ),
  by('a record whose authority was suspended later', (service) =>
    service.authority('aut_1', {
      ...authorityEnds,
      type: 'service.authority.suspended',
      state: 'suspended',
    }),
  ),
  by('a record whose authority was compromised before', (service) =>
    service.authority('aut_1', {
      ...authorityEnds,
      type: 'service.authority.revoked',
      state: 'revoked',
      cause: 'key_compromise',
      invalid_since: '2026-11-21T03:00:00.000Z',
    }),
  ),
  by('a record that was revoked after its authority was', (service) => {
    service.authority('aut_1', {
      type: 'service.authority.revoked',
      state: 'revoked',
      cause: 'ceased',
    });
    service.record('rec_1', 'aut_1', revoked);
  }),
  ...Object.entries({
    'pretends to be a verifier': PRETENDER,
    'has curly quotes': CURLY,
    'has 101 characters': LONG,
  }).map(([how, issuer]) => ({
    how: `an issuer whose name ${how}`,
    make() {
      const service = pretending(issuer);
      return { text: JSON.stringify(service.bundle('rec_1')), trust: service.trust(), options: {} };
    },
  })),
  {
    how: 'a record of which no witness is pinned',
    make() {
      const service = SampleService.usual();
      return { text: JSON.stringify(service.bundle('rec_1')), trust: service.trust(0), options: {} };
    },
  },
];

/** The same of answers without their bundles. */
export const ANSWERS_IN_WORDS: readonly { how: string; make(): { answer: StoredAnswer; trust: object } }[] = [
  alone('a revoked record, by an answer alone', {}),
  alone('a record whose answer has neither its verdict nor its chain', {
    body: (told) => ({
      ...told,
      evidence: { state: (told['evidence'] as { [name: string]: JsonValue })['state'] as JsonValue },
    }),
    request: { body: { record_id: 'rec_1', evidence_scope: ['state'] } },
  }),
  alone('a batch of a revoked record and a good one', {
    body: () => ({ data: [revokedService.answer('rec_1').body, revokedService.answer('rec_2').body] }),
    request: {
      path: '/v1/records/verify/batch',
      body: { records: [{ record_id: 'rec_1' }, { record_id: 'rec_2' }] },
    },
  }),
  batchOf('a batch of a good record, and of one that is not there', ['rec_2', 'rec_9']),
  batchOf('a batch of a good record, of a revoked one, and of two that are not there', [
    'rec_8',
    'rec_2',
    'rec_1',
    'rec_9',
  ]),
  batchOf('a batch of a good record, and of an item that was malformed', ['rec_2', MALFORMED]),
  batchOf('a batch that names a record twice', ['rec_2', 'rec_2']),
  alone('a revoked record that the log did not hold in time', {
    asOfSize: revokedService.log.size - 1,
  }),
];

/** A batch of the service's records; others are malformed or not there. */
function batchOf(how: string, ids: readonly string[]) {
  const refusalOf = (id: string) => ({
    error:
      id === MALFORMED
        ? { code: 'request.malformed', message: 'The body is not JSON.' }
        : { code: 'record.not_found', message: 'No such record.' },
  });
  return alone(how, {
    body: () => ({
      data: ids.map((id) =>
        revokedService.records.has(id) ? revokedService.answer(id).body : refusalOf(id),
      ),
    }),
    request: {
      path: '/v1/records/verify/batch',
      body: { records: ids.map((record_id) => ({ record_id })) },
    },
  });
}

function alone(how: string, unusual: Unusual) {
  const answer = () => stored(revokedService.answer('rec_1', { nonce: 'mine', ...unusual }));
  return { how, make: () => ({ answer: answer(), trust: revokedService.trust() }) };
}
