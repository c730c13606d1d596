import type { Lookup } from '../verdict.js';
import { Editable } from './editable.js';
import { SampleService, type Unusual } from './sample-service.js';
import { lookedUp } from './tamperings-lookup.js';

/** An answer that the service signed although it contradicts itself. */
export interface Contradiction {
  /** The rule of docs/answer-rules.json that it breaks first. */
  rule: string;
  how: string;
  /** The answer, and the service that gives it. */
  make(): { service: SampleService; unusual: Unusual };
  /** Left out of the published vectors, which it would make too large. */
  isLarge?: true;
}

function says(
  rule: string,
  how: string,
  edit: (body: Editable) => void,
  serve: (service: SampleService) => void = () => undefined,
  asked: Unusual = {},
): Contradiction {
  return {
    rule,
    how,
    make() {
      const service = SampleService.usual();
      serve(service);
      const body: NonNullable<Unusual['body']> = (told) => {
        const editable = new Editable(asked.body?.(told) ?? told);
        edit(editable);
        return editable.value as typeof told;
      };
      return { service, unusual: { ...asked, body } };
    },
  };
}

const large = (...contradiction: Parameters<typeof says>): Contradiction => ({
  ...says(...contradiction),
  isLarge: true,
});

const scope = (...evidence_scope: string[]): Unusual => ({
  request: { body: { record_id: 'rec_1', evidence_scope } },
  body: (told) => {
    const { evidence } = told as { evidence: Record<string, never> };
    const kept = Object.entries(evidence).filter(([part]) => evidence_scope.includes(part));
    return { ...told, evidence: Object.fromEntries(kept) };
  },
});

const verdictFor = (body: Editable, ...reasons: string[]): void => {
  body.set('evidence.verdict.result', reasons.length === 0 ? 'passed' : 'failed');
  body.set('evidence.verdict.reasons', reasons);
};

/** An answer whose newest element the log does not hold yet. */
const waits = (body: Editable): void => {
  body.set('evidence.provenance.receipt', null);
  body.set('evidence.provenance.logged_by', '2026-11-21T04:00:00.000Z');
  body.set('evidence.verdict.warnings', ['provenance.not_logged']);
};

/** An authority that was valid at the event, and is not any more. */
const validUnder = (body: Editable, state: string): void => {
  body.set('evidence.authority.state', state);
  body.set('evidence.authority.valid_now', false);
  body.set('evidence.verdict.warnings', ['authority.not_valid_now']);
};

const looked = (how: string, rule: string, asked: Record<string, string>, lookup: Partial<Lookup>) =>
  says(rule, how, () => undefined, undefined, lookedUp(asked, lookup));

/** More transitions than an answer shows. */
export const longHistory = (service: SampleService): void => {
  for (let count = 0; count < 120; count += 1) service.record('rec_1', 'aut_1', {});
};

/** Answers that contradict themselves, for each rule at least one. */
export const CONTRADICTIONS: readonly Contradiction[] = [
  says('record.newest', 'the id of another record', (body) => body.set('record.id', 'rec_2'), undefined, {
    request: { body: { record_id: 'rec_2' } },
  }),
  says('record.newest', 'version 7 with two elements', (body) => {
    body.set('record.version', 7);
    body.set('evidence.provenance.chain_length', 7);
  }),
  says(
    'state.known',
    'a state that there is not',
    (body) => {
      body.set('record.state', 'curious');
      body.set('evidence.state', 'curious');
    },
    undefined,
    scope('state'),
  ),
  says(
    'state.repeated',
    'active beside revoked',
    (body) => body.set('evidence.state', 'revoked'),
    undefined,
    scope('state'),
  ),
  says('state.follows', 'suspended where its newest element is active', (body) => {
    body.set('record.state', 'suspended');
    body.set('evidence.state', 'suspended');
    verdictFor(body, 'record.suspended');
  }),
  says(
    'state.follows',
    'active where it has expired',
    (body) => {
      body.set('record.state', 'active');
      body.set('evidence.state', 'active');
      verdictFor(body);
    },
    (service) => service.record('rec_1', 'aut_1', { expires_at: '2026-11-21T06:00:00.000Z' }),
  ),
  large(
    'provenance.elements',
    'an element less within the newest hundred',
    (body) => {
      body.map<unknown[]>('evidence.provenance.chain', (chain) => chain.toSpliced(50, 1));
      body.set('evidence.provenance.chain_length', 121);
      body.set('record.version', 122);
    },
    longHistory,
  ),
  says(
    'provenance.elements',
    'an element of the newest hundred that was changed',
    (body) => body.set('evidence.provenance.chain.3.origin', 'https://registry.example/other'),
    longHistory,
  ),
  says('provenance.elements', 'no element', (body) => {
    body.set('evidence.provenance.chain', []);
    body.set('evidence.provenance.chain_length', 0);
  }),
  says('provenance.length', 'a longer history than its version', (body) =>
    body.set('evidence.provenance.chain_length', 7),
  ),
  large(
    'provenance.length',
    'fewer than the newest hundred',
    (body) => body.map<unknown[]>('evidence.provenance.chain', (chain) => chain.slice(1)),
    longHistory,
  ),
  says('provenance.origin', 'another origin than its newest element', (body) =>
    body.set('evidence.provenance.origin', 'https://registry.example/other'),
  ),
  says('provenance.verified', 'that it is not verified, as the service itself says', (body) => {
    body.set('evidence.provenance.verified', false);
    verdictFor(body, 'provenance.unverified');
  }),
  says('provenance.promise', 'no receipt, and not by when it will have one', (body) => {
    waits(body);
    body.remove('evidence.provenance.logged_by');
  }),
  says('provenance.promise', 'a receipt later than an hour after its newest element', (body) => {
    waits(body);
    body.set('evidence.provenance.logged_by', '2099-11-21T04:00:00.000Z');
  }),
  says('provenance.promise', 'a receipt before its newest element', (body) => {
    waits(body);
    body.set('evidence.provenance.logged_by', '2026-11-21T02:00:00.000Z');
  }),
  says('provenance.promise', 'a receipt, and by when it will have one', (body) =>
    body.set('evidence.provenance.logged_by', '2026-11-21T04:00:00.000Z'),
  ),
  says('authority.issuer', 'another issuer than its newest element', (body) =>
    body.set('evidence.authority.issuer', 'Another Registry'),
  ),
  says('authority.issuer', 'another authority than its newest element', (body) =>
    body.set('evidence.authority.id', 'aut_9'),
  ),
  says('authority.version', 'an older version than its newest element names', (body) =>
    body.set('evidence.authority.version', 1),
  ),
  says('authority.version', 'another digest of the version that its newest element names', (body) =>
    body.set('evidence.authority.digest', `sha256:${'0'.repeat(64)}`),
  ),
  says(
    'authority.state',
    'a state that there is not',
    (body) => {
      body.set('evidence.authority.state', 'curious');
      body.set('evidence.authority.valid_now', false);
    },
    undefined,
    scope('authority'),
  ),
  says(
    'authority.state',
    'active and valid now, long past its valid_until',
    (body) => body.set('evidence.authority.valid_until', '2020-01-01T00:00:00.000Z'),
    undefined,
    scope('authority'),
  ),
  says(
    'authority.valid_now',
    'valid now, and revoked',
    (body) => body.set('evidence.authority.state', 'revoked'),
    undefined,
    scope('authority'),
  ),
  says(
    'authority.valid_now',
    'not valid now, and active',
    (body) => body.set('evidence.authority.valid_now', false),
    undefined,
    scope('authority'),
  ),
  says('authority.valid_at_event', 'valid now, and not at the event under the same version', (body) => {
    body.set('evidence.authority.valid_at_event', false);
    verdictFor(body, 'authority.not_valid_at_event');
  }),
  says('authority.valid_at_event', 'valid at the event, under a version that was revoked', (body) =>
    validUnder(body, 'revoked'),
  ),
  says('authority.valid_at_event', 'valid at the event, under a version that was suspended', (body) =>
    validUnder(body, 'suspended'),
  ),
  says('authority.valid_at_event', 'valid at the event, under a version that had expired', (body) => {
    validUnder(body, 'expired');
    body.set('evidence.authority.valid_until', '2026-11-21T03:00:00.000Z');
  }),
  looked('a record among none that match', 'lookup.matches', { external_id: '42' }, { matches: 0 }),
  looked(
    'a good record, which alone matches and is revoked',
    'lookup.matches',
    { external_id: '42' },
    {
      revoked_matches: 1,
    },
  ),
  says(
    'lookup.matches',
    'counts that something proves',
    (body) => body.set('evidence.lookup.counts', 'proven'),
    undefined,
    lookedUp({ external_id: '42' }, {}),
  ),
  looked('a content that its newest element has not', 'lookup.current', { content: 'amender' }, {}),
  looked('another external id', 'lookup.current', { external_id: '43' }, {}),
  looked(
    'a record of another authority than was asked for',
    'lookup.authority',
    {
      external_id: '42',
      authority_id: 'aut_2',
    },
    {},
  ),
  says(
    'verdict.follows',
    'passed beside another state',
    (body) => {
      body.set('record.state', 'revoked');
    },
    undefined,
    scope('verdict'),
  ),
  says('verdict.follows', 'passed with a reason that nobody knows', (body) =>
    body.set('evidence.verdict.reasons', ['record.curious']),
  ),
  says('verdict.follows', 'no warning of a receipt that is not there', (body) => {
    waits(body);
    body.set('evidence.verdict.warnings', []);
  }),
  says('verdict.follows', 'a warning of an authority that is valid', (body) =>
    body.set('evidence.verdict.warnings', ['authority.not_valid_now']),
  ),
  says('verdict.follows', 'a warning twice', (body) => {
    waits(body);
    body.set('evidence.verdict.warnings', ['provenance.not_logged', 'provenance.not_logged']);
  }),
  says(
    'verdict.follows',
    'a successor of an active record',
    (body) => body.set('evidence.verdict.successor_id', 'rec_2'),
    undefined,
    scope('verdict'),
  ),
  says(
    'verdict.follows',
    'no successor of a superseded one',
    (body) => body.remove('evidence.verdict.successor_id'),
    (service) =>
      service.record('rec_1', 'aut_1', {
        type: 'service.record.superseded',
        state: 'superseded',
        successor_id: 'rec_2',
        issuer_signature: null,
      }),
    scope('verdict'),
  ),
];
