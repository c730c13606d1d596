import { digestText, type Digest } from '../digest.js';
import type { RecordElementContent } from '../elements/record-element.js';
import { logEntry, firstSlot } from '../slots.js';
import type { SampleService } from './sample-service.js';
import { keeping, lied, type Tampering } from './sample-tamperings.js';
import { revoked, superseded } from './tamperings-rules.js';

const suspended = { type: 'service.record.suspended', state: 'suspended' } as const;
const reinstated = { type: 'service.record.reinstated', state: 'active' } as const;
const recalled = { content_digest: digestText('recalled') };
const corrected = { content_digest: digestText('corrected') };

/** A history whose newest element bears a signature that its issuer made for something else. */
function signedFor(
  how: string,
  keep: (service: SampleService) => void,
  other: (content: RecordElementContent, service: SampleService) => RecordElementContent | null,
  newest: Partial<RecordElementContent> = {},
): Tampering {
  return keeping(how, 'record.issuer_signatures', (service) => {
    keep(service);
    service.issues = (content) => {
      const signed = other(content, service);
      return { ...content, issuer_signature: signed === null ? null : service.issuerSignature(signed) };
    };
    service.record('rec_1', 'aut_1', newest);
  });
}

const nothing = (): void => undefined;
const elementsOf = (service: SampleService, id: string) => service.records.get(id)?.elements ?? [];

/** Registers a second record by the signature of the first, which the log leaves out, and proves it in that one's place. */
function second(how: string, keep: (service: SampleService) => void): Tampering {
  return lied(how, 'record.inclusion', (service) => {
    const index = service.records.get('rec_2')?.indices[0] as number;
    keep(service);
    const external_id = elementsOf(service, 'rec_2')[0]?.content.external_id ?? null;
    service.record('rec_4', 'aut_1', { external_id });
    const chain = service.records.get('rec_4');
    if (chain === undefined) throw new Error('There is no second record.');
    chain.indices = [index];
    return { bundle: service.bundle('rec_4') };
  });
}

/** Logs `rec_3` once more, in the slot of its id. */
function logUnderId(service: SampleService): void {
  const chain = service.records.get('rec_3');
  if (chain === undefined) throw new Error('There is no record.');
  const digest = chain.elements[0]?.digest as Digest;
  chain.indices = [service.log.append(logEntry(firstSlot(service.log.origin, 'rec_3'), digest))];
}

/** Uses of an issuer's signature that it was not made for. */
export const ISSUERS: Tampering[] = [
  signedFor(
    'a recalled content under its old signature',
    (service) => service.record('rec_1', 'aut_1', recalled, corrected),
    (_content, service) => elementsOf(service, 'rec_1').at(-2)?.content ?? null,
    recalled,
  ),
  signedFor('an amendment that its issuer signed for another record', nothing, (content) => ({
    ...content,
    record_id: 'rec_2',
  })),
  signedFor('an amendment that its issuer signed for a later place', nothing, (content) => ({
    ...content,
    sequence: content.sequence + 1,
  })),
  signedFor('an amendment that its issuer signed after another element', nothing, (content, service) => ({
    ...content,
    previous: elementsOf(service, 'rec_1')[0]?.digest as Digest,
  })),
  signedFor(
    'a succession that its issuer signed for another successor',
    nothing,
    (content) => ({ ...content, successor_id: 'rec_9' }),
    superseded,
  ),
  signedFor('a succession that its issuer did not sign', nothing, () => null, superseded),
  signedFor(
    'a reinstatement that its issuer did not sign',
    (service) => service.record('rec_1', 'aut_1', suspended),
    () => null,
    reinstated,
  ),
  signedFor(
    'a revocation under the signature of a suspension',
    nothing,
    (content) => ({ ...content, type: suspended.type }),
    revoked,
  ),
  signedFor(
    'an expiry that its issuer signed',
    (service) => service.record('rec_1', 'aut_1', { expires_at: '2026-11-21T06:00:00.000Z' }),
    (content) => content,
    { type: 'service.record.expired', state: 'expired', occurred_at: '2026-11-21T06:00:00.000Z' },
  ),
  lied('a record of an issuer with a key without an external id', 'record.issuer_signatures', (service) => {
    service.record('rec_3', 'aut_1', { external_id: null });
    return { bundle: service.bundle('rec_3') };
  }),
  lied('a record whose signature is the name of a seal', 'record.issuer_signatures', (service) => {
    service.issues = (content) => ({ ...content, issuer_signature: 'history\n7' });
    service.record('rec_3', 'aut_1', {});
    logUnderId(service);
    return { bundle: service.bundle('rec_3') };
  }),
  second('a second record by one signature', nothing),
  second('a second record by the signature of a revoked one', (service) =>
    service.record('rec_2', 'aut_1', revoked),
  ),
  lied(
    'a record that is logged under its id although its issuer signed it',
    'record.inclusion',
    (service) => {
      service.record('rec_3', 'aut_1', {});
      logUnderId(service);
      return { bundle: service.bundle('rec_3') };
    },
  ),
];
