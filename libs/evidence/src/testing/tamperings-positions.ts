import type { CheckName } from '../verifying/report.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';
import { SampleService } from './sample-service.js';
import { answering, keeping, lied, type ExhibitOptions, type Tampering } from './sample-tamperings.js';

const now = new Date(SAMPLE_NOW * 1000);
const ceased = { type: 'service.key.revoked', state: 'revoked', cause: 'ceased' } as const;

/** Keeps a subject's newest element to itself; only the log has it. */
function hide(subject: { elements: unknown[]; indices: number[] } | undefined): void {
  if (subject === undefined) throw new Error('The sample is another than it was.');
  subject.elements.pop();
  subject.indices.pop();
}

const revoked = { state: 'revoked', issuer_signature: null } as const;

/** What the service keeps to itself, with the first check of absence that it concerns. */
const HIDDEN: Readonly<Record<string, (service: SampleService) => void>> = {
  'a record’s revocation': (service) => {
    service.record('rec_1', 'aut_1', { type: 'service.record.revoked', ...revoked });
    hide(service.records.get('rec_1'));
  },
  'its authority’s suspension': (service) => {
    service.authority('aut_1', { type: 'service.authority.suspended', state: 'suspended' });
    hide(service.authorities.get('aut_1'));
  },
  'a key’s revocation': (service) => {
    service.revoke(service.answers, 'key_compromise', '2026-11-21T06:00:00.000Z');
    hide(service.keys.get(service.answers.keyId));
  },
};

/** A lie that refutes nothing at hand; it must not count as proven. */
interface Undecided {
  how: string;
  undecided: CheckName;
  make(): { bundle: object; trust: object; options: ExhibitOptions };
}

/**
 * The service answers of now as of the tree of 14, although the log has had more since long ago. All witnesses are
 * honest, and cosigned today's tree, under which the bundle is.
 */
function answeredAsOfBefore(
  happened: string,
  asked: string,
  undecided: CheckName,
  optionsOf: (service: SampleService) => ExhibitOptions,
): Undecided {
  return {
    how: `${happened} of long ago, above the position of an answer of now: ${asked}`,
    undecided,
    make() {
      const service = SampleService.usual();
      HIDDEN[happened]?.(service);
      service.fill(20);
      const bundle = service.bundle('rec_1', service.answer('rec_1', { asOfSize: 14 }));
      return { bundle, trust: service.trust(), options: optionsOf(service) };
    },
  };
}

const everything = ({ log: { entries } }: SampleService): ExhibitOptions => ({
  entries,
  needsNewest: true,
  maxAgeSeconds: 60,
  now,
});

/** Positions that the service chose so that they hide something. */
export const HIDING: readonly Undecided[] = [
  ...Object.keys(HIDDEN).map((happened) =>
    answeredAsOfBefore(happened, 'everything', 'as_of.time', everything),
  ),
  answeredAsOfBefore('a record’s revocation', 'the newest', 'absence.record', ({ log: { entries } }) => ({
    entries,
    needsNewest: true,
  })),
  answeredAsOfBefore('a record’s revocation', 'an age, without entries', 'as_of.time', () => ({
    maxAgeSeconds: 60,
    now,
  })),
  {
    how: 'the newest, under a checkpoint that was cosigned long before the answer',
    undecided: 'absence.record',
    make() {
      const service = SampleService.usual(new SampleLog(SAMPLE_ORIGIN, SAMPLE_NOW - 3600));
      const bundle = service.bundle('rec_1');
      HIDDEN['a record’s revocation']?.(service);
      const options = { entries: service.log.entries, needsNewest: true };
      return { bundle, trust: service.trust(), options };
    },
  },
  {
    how: 'the newest, without witnesses: a revocation between the position and the checkpoint',
    undecided: 'absence.record',
    make() {
      const { bundle, options } = answeredAsOfBefore(
        'a record’s revocation',
        '',
        'absence.record',
        (own) => ({
          entries: own.log.entries,
          needsNewest: true,
        }),
      ).make();
      return { bundle, options, trust: SampleService.usual().trust(0) };
    },
  },
];

/** Somebody inserted a provenance key into the service's database, and the service logged it. */
function selfSigned(service: SampleService): void {
  service.provenance = sampleKey('of a stranger', 'provenance');
  service.publish(service.provenance);
  service.record('rec_1', 'aut_1', { content_digest: `sha256:${'6'.repeat(64)}` });
}

function publishedUnderLater(service: SampleService): void {
  const [own, later, early] = [
    service.provenance,
    sampleKey('later', 'provenance'),
    sampleKey('early', 'provenance'),
  ];
  service.provenance = later;
  service.publish(early);
  service.provenance = own;
  service.publish(later);
  service.provenance = early;
}

function publishing(how: string, publish: (service: SampleService) => void): Tampering {
  return lied(how, 'keys.publication', (service) => {
    publish(service);
    service.record('rec_1', 'aut_1', {});
    return { bundle: service.bundle('rec_1') };
  });
}

const POSITIONS: Tampering[] = [
  ...[0, 1, 6].map((asOfSize) =>
    answering(`a position of ${asOfSize}, before what it shows`, 'as_of.elements', () => ({ asOfSize })),
  ),
  lied('a position before its authority’s element of hours ago', 'as_of.elements', (service) => {
    service.authority('aut_1', { type: 'service.authority.suspended', state: 'suspended' });
    return { bundle: service.bundle('rec_1', service.answer('rec_1', { asOfSize: 14 })) };
  }),
];

const PUBLICATIONS: Tampering[] = [
  publishing('a provenance key that signed itself, in the log', selfSigned),
  lied('the same, with an answer key that it published, revoked since', 'keys.publication', (service) => {
    selfSigned(service);
    const key = sampleKey('answers of a stranger', 'answer');
    service.publish(key);
    service.keyElement(service.provenance, { ...ceased, occurred_at: now.toISOString() });
    return { bundle: service.bundle('rec_1', service.answer('rec_1', { key })) };
  }),
  publishing('two keys that published each other', (service) => {
    const [one, other] = ['one', 'other'].map((name) => sampleKey(`of a stranger: ${name}`, 'provenance'));
    if (one === undefined || other === undefined) return;
    service.provenance = other;
    service.publish(one);
    service.provenance = one;
    service.publish(other);
  }),
  publishing('a key that was published under a key of later', publishedUnderLater),
  publishing('the same, where both have ended since', (service) => {
    const own = service.provenance;
    publishedUnderLater(service);
    const [early, later] = [service.provenance, sampleKey('later', 'provenance')];
    service.record('rec_1', 'aut_1', {});
    service.provenance = own;
    for (const key of [early, later]) service.keyElement(key, { ...ceased, occurred_at: now.toISOString() });
  }),
  keeping('a key that was published under a key after its end', 'elements.order', (service) => {
    const key = sampleKey('of after the end', 'provenance');
    service.keyElement(service.provenance, { ...ceased, occurred_at: '2026-11-21T03:00:00.000Z' });
    service.publish(key);
    service.provenance = key;
    service.record('rec_1', 'aut_1', {});
  }),
];

/** Lies about positions of the log, and about who published a key. */
export const POSITIONS_AND_KEYS: Readonly<Record<string, readonly Tampering[]>> = {
  'positions that hide something': POSITIONS,
  'publications of keys': PUBLICATIONS,
};
