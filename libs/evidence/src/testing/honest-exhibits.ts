import type { JsonValue } from '../json/index.js';
import { USUAL_PARTS } from '../verifying/envelope.js';
import { Editable } from './editable.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';
import { SampleService, type Unusual } from './sample-service.js';
import { forkOf, honest, type Exhibit, type ExhibitOptions } from './sample-tamperings.js';
import { CURRENT, FORMER, lookedUp } from './tamperings-lookup.js';
import { endedBeforeRecovery, lateKey, lateRevocation } from './tamperings-order.js';
import { HIDING } from './tamperings-positions.js';
import { revoked, superseded } from './tamperings-rules.js';
import { grownBefore, revocation, underOldElement } from './tamperings-times.js';

/** Evidence that must be verified; `undecided` names the checks that were asked for and cannot be made. */
export interface HonestExhibit {
  how: string;
  undecided?: string;
  make(): Exhibit;
}

function shown(
  how: string,
  make: () => { bundle: object; trust?: object; options?: ExhibitOptions },
): HonestExhibit {
  return {
    how,
    make() {
      const { bundle, trust = honest.trust, options = {} } = make();
      return { text: JSON.stringify(bundle), trust, options };
    },
  };
}

/** Evidence of `rec_1` after a service did something. */
export function by(how: string, serve: (service: SampleService) => void, name?: string): HonestExhibit {
  return shown(how, () => {
    const service = SampleService.usual(undefined, name);
    serve(service);
    return { bundle: service.bundle('rec_1'), trust: service.trust() };
  });
}

/** Publishes a second provenance key, which signs from then on. */
function rotate(service: SampleService): void {
  const second = sampleKey('second', 'provenance');
  service.publish(second);
  service.provenance = second;
  service.record('rec_1', 'aut_1', {});
}

const answeredBy = (unusual: Unusual) =>
  honest.service.bundle('rec_1', honest.service.answer('rec_1', unusual));

/** Keeps these parts of an answer's evidence. */
function withParts(...parts: readonly string[]): NonNullable<Unusual['body']> {
  return (told) => ({
    ...told,
    evidence: Object.fromEntries(
      Object.entries(told['evidence'] as object).filter(([name]) => parts.includes(name)),
    ) as JsonValue,
  });
}
const expired = { type: 'service.record.expired', state: 'expired' } as const;

const now = new Date(SAMPLE_NOW * 1000);
const { log } = honest.service;
const asked = (how: string, options: () => ExhibitOptions): HonestExhibit =>
  shown(how, () => ({ bundle: honest.bundle, options: options() }));

/** An answer of a log that grew after it, whose witnesses cosigned so many seconds before it. */
function grown(how: string, seconds: number[], options: ExhibitOptions = {}): HonestExhibit {
  return shown(how, () => {
    const service = grownBefore(...seconds);
    const answer = service.answer('rec_1');
    service.fill(9);
    return {
      bundle: service.bundle('rec_1', answer, seconds.length),
      trust: service.trust(),
      options: { entries: service.log.entries, maxAgeSeconds: 60, now, ...options },
    };
  });
}

/** Honest evidence. A verifier that refuses everything is none. */
export const HONEST: readonly HonestExhibit[] = [
  asked('an unchanged bundle', () => ({})),
  shown('its members in another order', () => ({
    bundle: Object.fromEntries(Object.entries(honest.bundle).toReversed()),
  })),
  shown('no older than was asked, at a position that witnesses cosigned', () => ({
    bundle: SampleService.usual().bundle('rec_1'),
    options: { maxAgeSeconds: 60, now },
  })),
  asked('the log’s entries beside it', () => ({
    entries: log.entries,
    needsNewest: true,
    maxAgeSeconds: 60,
    now,
  })),
  shown('an element of a moment ago, which its position does not hold', () => {
    const service = SampleService.usual();
    service.record('rec_1', 'aut_1', { occurred_at: now.toISOString() });
    const answer = service.answer('rec_1', { asOfSize: 14 });
    return {
      bundle: service.bundle('rec_1', answer),
      trust: service.trust(),
      options: { maxAgeSeconds: 60, now },
    };
  }),
  asked('a checkpoint that its proof leads to', () => ({ checkpoint: log.checkpoint(14) })),
  asked('its own checkpoint', () => ({ checkpoint: log.checkpoint(23) })),
  asked('a checkpoint that only the entries lead to', () => ({
    checkpoint: log.checkpoint(10),
    entries: log.entries,
  })),
  asked('no older than was asked, under a kept and cosigned checkpoint of its position', () => ({
    checkpoint: log.checkpoint(14, log.witnesses),
    maxAgeSeconds: 60,
    now,
  })),
  shown('a checkpoint from which it was read', () => ({
    bundle: honest.service.bundle('rec_1', honest.bundle.answer, 2, 10),
    options: { checkpoint: log.checkpoint(10) },
  })),
  by('a record whose authority was compromised later', (service) =>
    service.authority('aut_1', {
      type: 'service.authority.revoked',
      state: 'revoked',
      occurred_at: now.toISOString(),
      cause: 'key_compromise',
      invalid_since: now.toISOString(),
    }),
  ),
  by('a record from before its key was stolen, amended under the next key', (service) => {
    const [stolen, second] = [service.provenance, sampleKey('second', 'provenance')];
    const invalid_from_size = service.log.size;
    service.publish(second);
    service.provenance = second;
    const end = { type: 'service.key.revoked', state: 'revoked', cause: 'key_compromise' } as const;
    const at = '2026-11-21T06:00:00.000Z';
    service.keyElement(stolen, { ...end, invalid_since: at, invalid_from_size, occurred_at: at });
    service.record('rec_1', 'aut_1', { occurred_at: at });
  }),
  by('a record that is revoked, as its verdict says', (service) =>
    service.record('rec_1', 'aut_1', {
      type: 'service.record.revoked',
      state: 'revoked',
      issuer_signature: null,
    }),
  ),
  shown('a record that was looked up by its external id', () => ({
    bundle: answeredBy(lookedUp({ external_id: '42' }, {})),
  })),
  shown('a record that was looked up by its content, within its authority', () => ({
    bundle: answeredBy(lookedUp({ content: CURRENT, authority_id: 'aut_1' }, {})),
  })),
  shown('a record that was looked up by a content that it had once', () => ({
    bundle: answeredBy(lookedUp({ content_digest: FORMER }, { current: false }, ['lookup.not_current'])),
  })),
  shown('an answer without a verdict', () => ({
    bundle: answeredBy({ body: withParts(...USUAL_PARTS) }),
  })),
  shown('a verdict alone, which is not recomputed', () => ({
    bundle: answeredBy({
      body: withParts('verdict'),
      request: { body: { record_id: 'rec_1', evidence_scope: ['verdict'] } },
    }),
  })),
  by('a record that its issuer suspended, reinstated and revoked', (service) => {
    service.issues = (content) => ({ ...content, issuer_signature: service.issuerSignature(content) });
    service.record(
      'rec_1',
      'aut_1',
      { type: 'service.record.suspended', state: 'suspended' },
      { type: 'service.record.reinstated', state: 'active' },
      revoked,
    );
  }),
  by('a record that was revoked after it was superseded', (service) =>
    service.record('rec_1', 'aut_1', superseded, { ...revoked, successor_id: null }),
  ),
  by('a record that was revoked after it expired', (service) => {
    const expires_at = '2026-11-21T06:00:00.000Z';
    service.record('rec_1', 'aut_1', { expires_at }, { ...expired, occurred_at: expires_at }, revoked);
  }),
  by('a key that the one before it published', rotate),
  by('a key that the one before it published, which ceased', (service) => {
    const first = service.provenance;
    rotate(service);
    service.keyElement(first, { ...revocation, occurred_at: now.toISOString() });
  }),
  shown('the same, where the reader names the size that it kept', () => {
    const service = SampleService.usual();
    const first = service.provenance;
    rotate(service);
    const kept = service.log.size;
    const checkpoint = service.log.checkpoint(kept, service.log.witnesses);
    service.keyElement(first, { ...revocation, occurred_at: now.toISOString() });
    const bundle = service.bundle('rec_1', service.answer('rec_1'), 2, kept);
    return { bundle, trust: service.trust(), options: { checkpoint } };
  }),
  shown('a key that signed itself, and that the reader names', () => {
    const service = SampleService.usual();
    service.provenance = sampleKey('second', 'provenance');
    service.publish(service.provenance);
    service.record('rec_1', 'aut_1', {});
    const trust = { ...service.trust(), self_signed_keys: [service.provenance.keyId] };
    return { bundle: service.bundle('rec_1'), trust };
  }),
  by('a key that was compromised after it signed', (service) =>
    service.revoke(service.provenance, 'key_compromise', '2026-11-21T06:00:00.000Z'),
  ),
  by('a key that ceased after it signed', (service) =>
    service.keyElement(service.provenance, { ...revocation, occurred_at: '2026-11-21T06:00:00.000Z' }),
  ),
  shown('a revocation that a kept checkpoint lacks, which is late', lateRevocation),
  shown('a key that a kept checkpoint lacks, which is late, and what it signed is not', lateKey),
  shown('a log that was recovered under another origin', () => {
    const service = SampleService.usual(new SampleLog(`${SAMPLE_ORIGIN}/recovered-1`));
    return { bundle: service.bundle('rec_1'), trust: service.trust() };
  }),
  shown('such a log, in the one before which a key ceased', () => endedBeforeRecovery('ceased')),
  grown('one of three witnesses an hour slow, where two must have cosigned', [3600, 0, 0]),
  grown('a copy that was 5 s old, by clocks that agree', [5, 5], { clockSlackSeconds: 0 }),
  grown('a copy that was 35 s old', [35, 35]),
  by('a record of 10 s after its authority’s next element, before which the log has it', (service) =>
    underOldElement(service, '06:00:10.000'),
  ),
  shown('members of the envelope that are not known yet', () => {
    const body = (told: { [name: string]: JsonValue }) => {
      const edited = new Editable(told);
      edited.set('hint', 1);
      edited.set('evidence.opinion', { result: 'passed' });
      edited.set('evidence.verdict.warnings', ['record.curious']);
      return edited.value as typeof told;
    };
    return { bundle: honest.service.bundle('rec_1', honest.service.answer('rec_1', { body })) };
  }),
];

/** Evidence that refutes nothing, and does not decide what was asked: it is not verified. */
export const UNDECIDED: readonly HonestExhibit[] = [
  {
    ...asked('a checkpoint that nothing leads to', () => ({ checkpoint: log.checkpoint(10) })),
    undecided: 'kept.consistency',
  },
  {
    ...asked('a checkpoint of a fork that nothing leads to', () => ({
      checkpoint: forkOf(honest.service, 3).checkpoint(10),
    })),
    undecided: 'kept.consistency',
  },
  {
    ...asked('that it is the newest, without the entries', () => ({ needsNewest: true })),
    undecided: 'absence.record',
  },
  {
    ...shown('an age without witnesses', () => ({
      bundle: honest.bundle,
      trust: honest.service.trust(0),
      options: { maxAgeSeconds: 60, now },
    })),
    undecided: 'as_of.time',
  },
  {
    ...asked('an age, where only the entries tell what the log grew by', () => ({ maxAgeSeconds: 60, now })),
    undecided: 'as_of.time',
  },
  {
    ...asked('an age, under a kept checkpoint of its position that nobody cosigned', () => ({
      checkpoint: log.checkpoint(14),
      maxAgeSeconds: 60,
      now,
    })),
    undecided: 'as_of.time',
  },
  {
    ...shown('a checkpoint that the bundle’s proof from another size does not lead to', () => ({
      bundle: honest.service.bundle('rec_1', honest.bundle.answer, 2, 9),
      options: { checkpoint: log.checkpoint(10) },
    })),
    undecided: 'kept.consistency',
  },
  ...HIDING.map(({ how, undecided, make }) => ({ ...shown(how, make), undecided })),
];
