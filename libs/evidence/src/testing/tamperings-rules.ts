import { keeping, lied, type Tampering } from './sample-tamperings.js';

const unsigned = { issuer_signature: null } as const;

/** What a succession and a revocation change. */
export const superseded = {
  type: 'service.record.superseded',
  state: 'superseded',
  successor_id: 'rec_2',
} as const;
export const revoked = { type: 'service.record.revoked', state: 'revoked' } as const;

/** Histories that do not keep the rules of transitions. */
export const RULES: Tampering[] = [
  keeping('a record that is superseded by itself', 'record.transitions', (service) =>
    service.record('rec_1', 'aut_1', {
      type: 'service.record.superseded',
      state: 'superseded',
      successor_id: 'rec_1',
      ...unsigned,
    }),
  ),
  keeping('a revocation that keeps the successor', 'record.transitions', (service) => {
    service.record('rec_1', 'aut_1', superseded, revoked);
  }),
  keeping('a revoked record that is superseded', 'record.transitions', (service) => {
    service.record('rec_1', 'aut_1', revoked, superseded);
  }),
  keeping('a suspension without a reason', 'record.transitions', (service) =>
    service.record('rec_1', 'aut_1', {
      type: 'service.record.suspended',
      state: 'suspended',
      reason_digest: null,
      ...unsigned,
    }),
  ),
  keeping('an expiry with a reason', 'record.transitions', (service) =>
    service.record('rec_1', 'aut_1', {
      type: 'service.record.expired',
      state: 'expired',
      occurred_at: '2027-01-01T00:00:00.000Z',
      reason_digest: `sha256:${'6'.repeat(64)}`,
      ...unsigned,
    }),
  ),
  keeping('content that a suspension changes', 'record.transitions', (service) =>
    service.record('rec_1', 'aut_1', {
      type: 'service.record.suspended',
      state: 'suspended',
      content_digest: `sha256:${'6'.repeat(64)}`,
      ...unsigned,
    }),
  ),
  keeping('a day that no calendar has', 'record.form', (service) =>
    service.record('rec_1', 'aut_1', { expires_at: '2027-02-31T00:00:00.000Z' }),
  ),
  keeping('an hour that no day has', 'record.form', (service) =>
    service.record('rec_1', 'aut_1', { expires_at: '2027-02-01T24:00:00.000Z' }),
  ),
  lied('an authority for nothing', 'authorities.form', (service) => {
    service.authority('aut_3', { scope: [] });
    service.record('rec_3', 'aut_3', {});
    return { bundle: service.bundle('rec_3') };
  }),
  keeping('two elements with the same salt', 'elements.salts', (service) => {
    const [first] = service.records.get('rec_1')?.elements ?? [];
    service.record('rec_1', 'aut_1', { salt: first?.content.salt ?? '' });
  }),
  keeping('a salt that can be guessed', 'elements.salts', (service) =>
    service.record('rec_1', 'aut_1', { salt: 'AAAA' }),
  ),
];
