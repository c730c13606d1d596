import type { JsonValue } from '../json/index.js';
import { Editable } from './editable.js';
import type { HonestExhibit } from './honest-exhibits.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';
import { SampleService, type Unusual } from './sample-service.js';
import {
  answering,
  edited,
  forkOf,
  heldAgainst,
  honest,
  lied,
  saying,
  type Tampering,
} from './sample-tamperings.js';

const now = new Date(SAMPLE_NOW * 1000);
const before = (seconds: number): Date => new Date((SAMPLE_NOW - seconds) * 1000);

function cosignedAhead(...seconds: number[]): () => SampleService {
  return () =>
    SampleService.usual(
      new SampleLog(
        SAMPLE_ORIGIN,
        seconds.map((each) => SAMPLE_NOW + each),
      ),
    );
}

/** An object of so many levels. */
function nested(levels: number): JsonValue {
  return levels === 0 ? 1 : { in: nested(levels - 1) };
}

/** The body of an answer is an object at the third level of a bundle, and what it holds begins at the fourth. */
const INSIDE = 3;
const hinting = (hint: JsonValue): NonNullable<Unusual['body']> => {
  return (told) => ({ ...told, hint });
};
const twoStates: Unusual = {
  request: { body: { record_id: 'rec_1', evidence_scope: ['state', 'state'] } },
  body: (told) => ({ ...told, evidence: { state: 'active' } }),
};

function earlierOf(from: number, edit: (bundle: Editable) => void): object {
  const bundle = new Editable(honest.service.bundle('rec_1', honest.bundle.answer, 2, from));
  edit(bundle);
  return bundle.value;
}

const badEarlier = (
  how: string,
  from: number,
  edit: (bundle: Editable) => void,
  kept?: SampleLog,
): Tampering => ({
  how,
  check: kept === undefined ? 'earlier.consistency' : 'kept.consistency',
  make: () => ({
    text: JSON.stringify(earlierOf(from, edit)),
    trust: honest.trust,
    options: kept === undefined ? {} : { checkpoint: kept.checkpoint(from) },
  }),
});

const FUTURE: Tampering[] = [
  lied(
    'cosignatures from an hour ahead',
    'checkpoint.witnesses',
    (service) => ({ bundle: service.bundle('rec_1'), options: { now } }),
    cosignedAhead(3600, 3600),
  ),
  lied(
    'one of two cosignatures from three years ahead, where an age was asked for',
    'checkpoint.witnesses',
    (service) => ({ bundle: service.bundle('rec_1'), options: { now, maxAgeSeconds: 60 } }),
    cosignedAhead(0, 94_608_000),
  ),
  lied(
    'cosignatures from a second ahead, where clocks may not differ',
    'checkpoint.witnesses',
    (service) => ({ bundle: service.bundle('rec_1'), options: { now, clockSlackSeconds: 0 } }),
    cosignedAhead(1, 1),
  ),
  heldAgainst('an answer from three years ahead, without witnesses', 'freshness.answer', () => ({
    trust: honest.service.trust(0),
    options: { now: before(94_608_000) },
  })),
  heldAgainst('an answer from 31 s ahead, without witnesses', 'freshness.answer', () => ({
    trust: honest.service.trust(0),
    options: { now: before(31) },
  })),
];

const LIMITS: Tampering[] = [
  edited('65 levels', 'bundle.json', (bundle) => bundle.set('answer.body.hint', nested(65 - INSIDE))),
  edited('a whole number of 2^53', 'bundle.json', (bundle) => bundle.set('answer.body.hint', 2 ** 53)),
  edited('a whole number of -2^53', 'bundle.json', (bundle) => bundle.set('answer.body.hint', -(2 ** 53))),
  answering('a part that the request names twice', 'answer.request', () => twoStates),
  saying('that it is not verified, as the service itself says', 'answer.provenance', (body) => {
    body.set('evidence.provenance.verified', false);
    body.set('evidence.verdict', { reasons: ['provenance.unverified'], result: 'failed', warnings: [] });
  }),
  heldAgainst('no nonce, where the empty one was sent', 'answer.nonce', () => ({ options: { nonce: '' } })),
  heldAgainst('an answer of a second ago, where none may be older than 0 s', 'freshness.answer', () => ({
    options: { maxAgeSeconds: 0, now: before(-1) },
  })),
];

const keptLog = honest.service.log;
const EARLIER: Tampering[] = [
  badEarlier('a fork that was kept', 10, () => undefined, forkOf(honest.service, 3)),
  badEarlier('a hash too few, from what was kept', 10, (bundle) => bundle.remove('earlier.proof.0'), keptLog),
  badEarlier(
    'a proof from what was kept to another size',
    10,
    (bundle) => bundle.set('earlier.to', 22),
    keptLog,
  ),
  badEarlier('another hash in it', 10, (bundle) =>
    bundle.map<string[]>('earlier.proof', ([, ...rest]) => [Buffer.alloc(32, 7).toString('base64'), ...rest]),
  ),
  badEarlier('a hash too few, from the size of a whole subtree', 8, (bundle) =>
    bundle.map<string[]>('earlier.proof', (proof) => proof.slice(1)),
  ),
  badEarlier('a proof from another size', 10, (bundle) => bundle.set('earlier.from', 11)),
  badEarlier('a proof to another size', 10, (bundle) => bundle.set('earlier.to', 22)),
  badEarlier('a proof from a larger tree', 10, (bundle) => bundle.set('earlier.from', 1_000)),
];

/** What lies in the future, beyond a limit, or is asked for with its least value. */
export const LIMITED: Readonly<Record<string, readonly Tampering[]>> = {
  'the future': FUTURE,
  limits: LIMITS,
  'proofs from an earlier size': EARLIER,
};

function good(how: string, make: () => Omit<ReturnType<HonestExhibit['make']>, 'text'> & { bundle: object }) {
  return {
    how,
    make() {
      const { bundle, ...rest } = make();
      return { text: JSON.stringify(bundle), ...rest };
    },
  };
}

const said = (how: string, unusual: Unusual, options: ReturnType<HonestExhibit['make']>['options'] = {}) =>
  good(how, () => {
    const service = SampleService.usual();
    return {
      bundle: service.bundle('rec_1', service.answer('rec_1', unusual)),
      trust: service.trust(),
      options,
    };
  });

/** The same within the limit. */
export const WITHIN_LIMITS: readonly HonestExhibit[] = [
  good('cosignatures and an answer from 30 s ahead', () => ({
    bundle: honest.bundle,
    trust: honest.trust,
    options: { now: before(30) },
  })),
  good('one of three cosignatures from an hour ahead', () => {
    const service = cosignedAhead(0, 3600, 0)();
    const bundle = service.bundle('rec_1', service.answer('rec_1'), 3);
    return { bundle, trust: service.trust(), options: { now } };
  }),
  said('64 levels', { body: hinting(nested(64 - INSIDE)) }),
  said('the largest whole number', { body: hinting(2 ** 53 - 1) }),
  said('the smallest whole number', { body: hinting(1 - 2 ** 53) }),
  said('a number that is not whole', { body: hinting(0.5) }),
  said('the empty nonce', { nonce: '' }, { nonce: '' }),
  said('an answer of this moment, where none may be older than 0 s', {}, { maxAgeSeconds: 0, now }),
  said('a reason that is not known yet', {
    body: (told) => {
      const body = new Editable(told);
      body.set('evidence.verdict', { reasons: ['record.curious'], result: 'failed', warnings: [] });
      return body.value as typeof told;
    },
  }),
  good('a proof from an earlier size, without a checkpoint of it', () => ({
    bundle: earlierOf(10, () => undefined),
    trust: honest.trust,
    options: {},
  })),
  good('a proof from the size of a whole subtree, without a checkpoint of it', () => ({
    bundle: earlierOf(8, () => undefined),
    trust: honest.trust,
    options: {},
  })),
  good('a proof from an earlier size beside the entries', () => ({
    bundle: earlierOf(8, () => undefined),
    trust: honest.trust,
    options: { entries: honest.service.log.entries },
  })),
];
