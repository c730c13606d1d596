import type { SigningKey } from '../signing/index.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';
import { SampleService } from './sample-service.js';
import { edited, keeping, lied, type Tampering } from './sample-tamperings.js';
import { at, newestOf, revocation } from './tamperings-times.js';

const HOUR = 3_600;
/** ISO 8601: hours before or after the samples' present. */
const hours = (count: number): string => new Date((SAMPLE_NOW + count * HOUR) * 1_000).toISOString();

/** What a stolen key signed before it was revoked at six; its compromise names the size before that. */
function stolen(how: string, steal: (service: SampleService, second: SigningKey) => void): Tampering {
  return keeping(how, 'elements.order', (service) => {
    const [first, second] = [service.provenance, sampleKey('second', 'provenance')];
    service.publish(second);
    const invalid_from_size = service.log.size;
    steal(service, second);
    service.provenance = second;
    const end = { ...revocation, cause: 'key_compromise', invalid_since: at('06:00:00') } as const;
    service.keyElement(first, { ...end, invalid_from_size, occurred_at: at('06:00:00') });
    service.fill(3);
  });
}

/** A record of a log that was recovered after its key had ended. */
export function endedBeforeRecovery(cause: 'ceased' | 'key_compromise'): { bundle: object; trust: object } {
  const service = new SampleService(new SampleLog(`${SAMPLE_ORIGIN}/recovered-1`));
  const log = SAMPLE_ORIGIN;
  for (const key of [service.provenance, service.answers]) {
    service.keyElement(key, { log, purpose: key.purpose as 'answer' });
  }
  service.authority('aut_1', { log });
  service.record('rec_1', 'aut_1', { log });
  const occurred_at = at('06:00:00');
  const told = cause === 'ceased' ? {} : { invalid_since: occurred_at, invalid_from_size: 100 };
  service.keyElement(service.provenance, { ...revocation, cause, ...told, log, occurred_at });
  service.fill(7);
  return { bundle: service.bundle('rec_1'), trust: service.trust() };
}

const ORDER: Tampering[] = [
  keeping(
    'an element that was signed anew with a key that the log has behind it',
    'elements.order',
    (service) => {
      service.record('rec_1', 'aut_1', { occurred_at: hours(-2) });
      const late = sampleKey('late', 'provenance');
      service.keyElement(late, { occurred_at: hours(-5) });
      const elements = service.records.get('rec_1')?.elements;
      const newest = elements?.pop();
      if (newest !== undefined) elements?.push(service.sign(newest.content, late));
    },
  ),
  keeping(
    'a record that was logged after its authority’s end, and dated before it',
    'elements.order',
    (service) => {
      const authority = newestOf(service, 'aut_1');
      const revoked = { type: 'service.authority.revoked', state: 'revoked', cause: 'ceased' } as const;
      service.authority('aut_1', { ...revoked, occurred_at: at('06:00:00') });
      service.fill(51);
      service.record('rec_1', 'aut_1', { authority, occurred_at: at('05:59:50') });
    },
  ),
  ...(['ceased', 'key_compromise'] as const).map((cause) =>
    keeping(
      `an element of a key that had ended (${cause}), dated before its end`,
      'elements.order',
      (service) => {
        const from =
          cause === 'ceased' ? {} : { invalid_since: at('06:00:00'), invalid_from_size: service.log.size };
        const end = { ...revocation, cause, ...from, occurred_at: at('06:00:00') };
        service.keyElement(service.provenance, end);
        service.fill(51);
        service.record('rec_1', 'aut_1', { occurred_at: at('05:59:50') });
      },
    ),
  ),
  stolen('a record that a stolen key signed before its end, dated before the theft', (service) =>
    service.record('rec_1', 'aut_1', { occurred_at: at('05:59:50') }),
  ),
  stolen('such a record, which another key’s amendment follows', (service, second) => {
    service.record('rec_1', 'aut_1', { occurred_at: at('05:59:50') });
    service.provenance = second;
    service.record('rec_1', 'aut_1', { occurred_at: at('06:00:10') });
  }),
  stolen('a record whose authority a stolen key changed, dated before the theft', (service, second) => {
    const type = 'service.authority.scope_changed';
    service.authority('aut_1', { type, scope: ['sea'], occurred_at: at('05:59:50') });
    service.provenance = second;
    service.record('rec_1', 'aut_1', { occurred_at: at('06:00:10') });
  }),
  {
    how: 'a record of a key that was stolen in the log before this one, where its size was',
    check: 'elements.order',
    make: () => {
      const { bundle, trust } = endedBeforeRecovery('key_compromise');
      return { text: JSON.stringify(bundle), trust, options: {} };
    },
  },
  edited(
    'two keys with other faults, of which the one of the lower id is named',
    'keys.digests',
    (bundle) => {
      const keys = bundle.get<Record<string, object[]>>('keys');
      const [lower = '', higher = ''] = Object.keys(keys).toSorted();
      const changed = keys[lower]?.map((element) => ({ ...element, event_id: 'evt_other' }));
      bundle.set('keys', { [higher]: [], [lower]: changed });
    },
  ),
  keeping('a compromise of a key that names no size of the log', 'keys.transitions', (service) =>
    service.keyElement(service.provenance, {
      ...revocation,
      cause: 'key_compromise',
      invalid_since: at('06:00:00'),
      occurred_at: at('06:00:00'),
    }),
  ),
  keeping('an end of a key that names a size of the log', 'keys.transitions', (service) =>
    service.keyElement(service.provenance, {
      ...revocation,
      invalid_from_size: 5,
      occurred_at: at('06:00:00'),
    }),
  ),
  keeping('an amendment of such a key that another key’s amendment follows', 'elements.order', (service) => {
    const [first, second] = [service.provenance, sampleKey('second', 'provenance')];
    service.publish(second);
    service.provenance = second;
    service.keyElement(first, { ...revocation, occurred_at: at('06:00:00') });
    service.provenance = first;
    service.record('rec_1', 'aut_1', { occurred_at: at('05:59:50') });
    service.provenance = second;
    service.record('rec_1', 'aut_1', {});
  }),
  edited('the place of its first element left out', 'elements.order', (bundle) =>
    bundle.set('order', { ...bundle.get<object>('order'), 'rec_1/1': undefined }),
  ),
  edited('the place of an earlier element of its authority left out', 'elements.order', (bundle) =>
    bundle.set('order', { ...bundle.get<object>('order'), 'aut_1/1': undefined }),
  ),
  edited('the place of another element instead', 'elements.order', (bundle) => {
    const order = bundle.get<Record<string, string>>('order');
    bundle.set('order', { ...order, 'rec_1/1': order['aut_1/1'] });
  }),
  edited('a place that nothing needs', 'elements.order', (bundle) => {
    const order = bundle.get<Record<string, string>>('order');
    bundle.set('order', { ...order, 'rec_1/7': order['rec_1/1'] });
  }),
];

/** A service whose log was cosigned an hour ago, before it goes on. */
const watched = (): SampleService => SampleService.usual(new SampleLog(SAMPLE_ORIGIN, SAMPLE_NOW - HOUR));

/** A thief of a key that has ended goes on, and the service under another key: all is logged after `now`. */
function behindStop(service: SampleService, amend: () => void): void {
  const stolen = service.provenance;
  const second = sampleKey('second', 'provenance');
  service.keyElement(second, { occurred_at: hours(-0.4) });
  amend();
  const stop = { type: 'service.record.suspended', state: 'suspended', issuer_signature: null } as const;
  service.record('rec_1', 'aut_1', { ...stop, occurred_at: hours(-6) });
  service.provenance = second;
  const invalid_from_size = service.log.size;
  const end = {
    ...revocation,
    cause: 'key_compromise',
    invalid_since: hours(-5),
    invalid_from_size,
  } as const;
  service.keyElement(stolen, { ...end, occurred_at: hours(-0.2) });
  const reinstated = { type: 'service.record.reinstated', state: 'active' } as const;
  service.record('rec_1', 'aut_1', { ...reinstated, occurred_at: hours(-0.1) });
}

/** A record that is logged after the tree that the reader kept. */
function afterKept(how: string, register: (service: SampleService) => void, id = 'rec_9'): Tampering {
  return lied(
    how,
    'elements.merge_delay',
    (service) => {
      const kept = service.log.size;
      const checkpoint = service.log.checkpoint(kept, service.log.witnesses);
      register(service);
      return {
        bundle: service.bundle(id, service.answer(id), 3, kept),
        options: { checkpoint },
      };
    },
    watched,
  );
}

const DELAYS: Tampering[] = [
  afterKept('a record that a kept checkpoint lacks, dated hours before it', (service) =>
    service.record('rec_9', 'aut_1', { occurred_at: hours(-4) }),
  ),
  afterKept('the same, amended since in time', (service) =>
    service.record('rec_9', 'aut_1', { occurred_at: hours(-4) }, { occurred_at: hours(-0.5) }),
  ),
  afterKept(
    'an amendment of a stolen key, dated before the theft, that a late suspension follows',
    (service) => behindStop(service, () => service.record('rec_1', 'aut_1', { occurred_at: hours(-6) })),
    'rec_1',
  ),
];

/** The end of a record that a kept checkpoint lacks: it is late, and counts. */
export function lateRevocation(): { bundle: object; trust: object; options: { checkpoint: string } } {
  const service = watched();
  const kept = service.log.size;
  const checkpoint = service.log.checkpoint(kept, service.log.witnesses);
  service.record('rec_1', 'aut_1', {
    type: 'service.record.revoked',
    state: 'revoked',
    issuer_signature: null,
    occurred_at: hours(-4),
  });
  const bundle = service.bundle('rec_1', service.answer('rec_1'), 3, kept);
  return { bundle, trust: service.trust(), options: { checkpoint } };
}

/** A key that a kept checkpoint lacks: it is late, and what it signed is judged by its own places. */
export function lateKey(): ReturnType<typeof lateRevocation> {
  const service = watched();
  const kept = service.log.size;
  const checkpoint = service.log.checkpoint(kept, service.log.witnesses);
  const second = sampleKey('second', 'provenance');
  service.keyElement(second, { occurred_at: hours(-4) });
  service.provenance = second;
  service.record('rec_1', 'aut_1', { occurred_at: hours(-0.5) });
  const bundle = service.bundle('rec_1', service.answer('rec_1'), 3, kept);
  return { bundle, trust: service.trust(), options: { checkpoint } };
}

/** Elements whose places in the log refute what they rest on, or their times. */
export const LOG_ORDER: Readonly<Record<string, readonly Tampering[]>> = {
  'order in the log': ORDER,
  'times that the log refutes': DELAYS,
};
