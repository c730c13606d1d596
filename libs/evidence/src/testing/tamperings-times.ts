import { encodeBase64 } from '../encoding/base-encodings.js';
import type { AuthorityReference } from '../elements/record-element.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';
import { SAMPLE_TIME, SampleService } from './sample-service.js';
import {
  answering,
  keeping,
  lied,
  saying,
  type ExhibitOptions,
  type Tampering,
} from './sample-tamperings.js';

export const at = (time: string): string => `2026-11-21T${time}.000Z`;
const hour = (seconds: number): string => new Date((SAMPLE_NOW + seconds) * 1000).toISOString();

/** A bundle whose log grew after the answer, where the witnesses cosigned the larger tree so long before the answer. */
export function grownBefore(...seconds: number[]): SampleService {
  const times = seconds.map((each) => SAMPLE_NOW - each);
  return SampleService.usual(new SampleLog(SAMPLE_ORIGIN, times));
}

/** The element of an authority that is the newest now. */
export function newestOf(service: SampleService, id: string): AuthorityReference {
  const element = service.authorities.get(id)?.elements.at(-1);
  if (element === undefined) throw new Error(`There is no ${id}.`);
  const { content, digest } = element;
  return { id, version: content.sequence, digest: digest as AuthorityReference['digest'] };
}

/** A position from before a tree that witnesses had cosigned some seconds before the answer. */
const slow = (how: string, seconds: number[], options: ExhibitOptions = {}): Tampering =>
  lied(
    how,
    'as_of.time',
    (service) => {
      const answer = service.answer('rec_1');
      service.fill(9);
      return { bundle: service.bundle('rec_1', answer, seconds.length), options };
    },
    () => grownBefore(...seconds),
  );

/** A record under an element of its authority that is not the newest of 06:00. */
export function underOldElement(service: SampleService, time: string): void {
  const authority = newestOf(service, 'aut_1');
  const type = 'service.authority.scope_changed';
  service.record('rec_1', 'aut_1', { authority, occurred_at: `2026-11-21T${time}Z` });
  service.authority('aut_1', { type, scope: ['sea'], occurred_at: at('06:00:00') });
}

const POSITIONS: Tampering[] = [
  slow('a position from before a tree that witnesses had cosigned ten minutes earlier', [600, 600]),
  slow('two of three witnesses an hour slow, where two must have cosigned', [3600, 3600, 0]),
  slow('a copy that was 6 s old, by clocks that agree', [6, 6], { clockSlackSeconds: 0 }),
  slow('a copy that was 36 s old', [36, 36]),
  lied(
    'the same under a checkpoint that the reader kept',
    'as_of.time',
    (service) => {
      const bundle = service.bundle('rec_1');
      service.fill(9);
      return {
        bundle,
        options: { checkpoint: service.log.checkpoint(service.log.size, service.log.witnesses) },
      };
    },
    () => grownBefore(600, 600, 600),
  ),
  answering('a position of a year after the answer', 'answer.times', ({ log }) => ({
    asOf: `${log.origin} ${log.size} ${encodeBase64(log.root())} 2027-11-21T12:00:00.000Z`,
  })),
  answering('a position of eight hours before the answer', 'answer.times', ({ log }) => ({
    asOf: `${log.origin} ${log.size} ${encodeBase64(log.root())} 2026-11-21T04:00:00.000Z`,
  })),
  saying('an answer of a time before its position', 'answer.times', (body) =>
    body.set('verified_at', at('11:59:24')),
  ),
];

const ELEMENTS: Tampering[] = [
  keeping('an element of a later time than the answer', 'answer.times', (service) =>
    service.record('rec_1', 'aut_1', { occurred_at: hour(36) }),
  ),
  keeping('an authority’s element of a later time than the answer', 'answer.times', (service) =>
    service.authority('aut_1', { occurred_at: hour(3600) }),
  ),
  lied('a record from before its authority was granted', 'record.authority_current', (service) => {
    service.authority('aut_3', { occurred_at: at('06:00:00') });
    service.record('rec_3', 'aut_3', { occurred_at: at('05:59:00') });
    return { bundle: service.bundle('rec_3') };
  }),
  keeping('an authority’s element that is later than the record’s', 'record.authority_current', (service) => {
    service.authority('aut_1', {
      type: 'service.authority.scope_changed',
      scope: ['sea'],
      occurred_at: at('06:00:00'),
    });
    service.record('rec_1', 'aut_1', { occurred_at: at('05:59:00') });
  }),
  keeping('a record of 10.001 s after its authority’s next element', 'record.authority_current', (service) =>
    underOldElement(service, '06:00:10.001'),
  ),
  keeping(
    'an amendment under an element from before its authority’s revocation',
    'record.authority_current',
    (service) => {
      const authority = newestOf(service, 'aut_1');
      const revoked = { type: 'service.authority.revoked', state: 'revoked', cause: 'ceased' } as const;
      service.authority('aut_1', { ...revoked, occurred_at: at('06:00:00') });
      service.record('rec_1', 'aut_1', { authority, occurred_at: at('06:01:00') });
    },
  ),
];

export const revocation = { type: 'service.key.revoked', state: 'revoked', cause: 'ceased' } as const;

const KEYS: Tampering[] = [
  lied('an answer from before its key was published', 'answer.key_time', (service) => {
    const key = sampleKey('of tomorrow', 'answer');
    service.keyElement(key, { purpose: 'answer', occurred_at: hour(36) });
    return { bundle: service.bundle('rec_1', service.answer('rec_1', { key })) };
  }),
  keeping('an answer after its key had ceased', 'answer.key_time', (service) =>
    service.keyElement(service.answers, { ...revocation, occurred_at: at('11:59:00') }),
  ),
  keeping('an answer as of a tree with the end of its key, dated at that end', 'answer.key_time', (service) =>
    service.keyElement(service.answers, { ...revocation, occurred_at: SAMPLE_TIME }),
  ),
  keeping('an element from before its key was published', 'elements.key_times', (service) => {
    const key = sampleKey('of six', 'provenance');
    service.keyElement(key, { occurred_at: at('06:00:00') });
    service.provenance = key;
    service.record('rec_1', 'aut_1', { occurred_at: at('05:59:00') });
  }),
  keeping('an element after its key had ceased', 'elements.key_times', (service) => {
    service.keyElement(service.provenance, { ...revocation, occurred_at: at('06:00:00') });
    service.record('rec_1', 'aut_1', { occurred_at: at('06:01:00') });
  }),
];

/** Lies about the times of positions, elements and keys. */
export const TIMES: Readonly<Record<string, readonly Tampering[]>> = {
  'times of positions': POSITIONS,
  'times of elements': ELEMENTS,
  'times of keys': KEYS,
};
