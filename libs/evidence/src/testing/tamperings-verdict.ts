import { Editable } from './editable.js';
import type { SampleService, Unusual } from './sample-service.js';
import { lied, saying, type Tampering } from './sample-tamperings.js';

const revoked = { type: 'service.record.revoked', state: 'revoked', issuer_signature: null } as const;

/** Edits the answer's verdict before it is signed. */
function judged(edit: (verdict: Editable) => void): Pick<Unusual, 'body'> {
  return {
    body: (told) => {
      const body = new Editable(told);
      const verdict = new Editable((told['evidence'] as { verdict: object }).verdict);
      edit(verdict);
      body.set('evidence.verdict', verdict.value);
      return body.value as typeof told;
    },
  };
}

function lyingAbout(
  how: string,
  make: (service: SampleService) => void,
  edit: (verdict: Editable) => void,
): Tampering {
  return lied(how, 'answer.verdict', (service) => {
    make(service);
    return { bundle: service.bundle('rec_1', service.answer('rec_1', judged(edit))) };
  });
}

/** Verdicts that do not follow from the evidence. */
export const VERDICTS: Tampering[] = [
  lyingAbout(
    'that a revoked record is good',
    (service) => service.record('rec_1', 'aut_1', revoked),
    (verdict) => {
      verdict.set('result', 'passed');
      verdict.set('reasons', []);
    },
  ),
  lyingAbout(
    'that a revoked record is suspended',
    (service) => service.record('rec_1', 'aut_1', revoked),
    (verdict) => verdict.set('reasons', ['record.suspended']),
  ),
  lyingAbout(
    'no warning of an authority that is not valid any more',
    (service) => service.authority('aut_1', { type: 'service.authority.suspended', state: 'suspended' }),
    (verdict) => verdict.set('warnings', []),
  ),
  lyingAbout(
    'another successor',
    (service) =>
      service.record('rec_1', 'aut_1', {
        type: 'service.record.superseded',
        state: 'superseded',
        successor_id: 'rec_2',
        issuer_signature: null,
      }),
    (verdict) => verdict.set('successor_id', 'rec_3'),
  ),
  lyingAbout(
    'that a revoked record is good, with a reason that nobody knows',
    (service) => service.record('rec_1', 'aut_1', revoked),
    (verdict) => {
      verdict.set('result', 'passed');
      verdict.set('reasons', ['record.curious']);
    },
  ),
  lied('a passed verdict alone on a revoked record', 'answer.verdict', (service) => {
    service.record('rec_1', 'aut_1', revoked);
    const alone = service.answer('rec_1', {
      request: { body: { record_id: 'rec_1', evidence_scope: ['verdict'] } },
      body: (told) => ({
        ...told,
        evidence: { verdict: { reasons: [], result: 'passed', warnings: [] } },
      }),
    });
    return { bundle: service.bundle('rec_1', alone) };
  }),
  lied('an invented compromise beside the state alone', 'answer.verdict', (service) => {
    const alone = service.answer('rec_1', {
      request: { body: { record_id: 'rec_1', evidence_scope: ['state', 'verdict'] } },
      body: (told) => ({
        ...told,
        evidence: {
          state: 'active',
          verdict: { reasons: ['authority.compromised'], result: 'failed', warnings: [] },
        },
      }),
    });
    return { bundle: service.bundle('rec_1', alone) };
  }),
  saying('a verdict on a good record that it failed', 'answer.verdict', (body) =>
    body.set('evidence.verdict.result', 'failed'),
  ),
  saying('a verdict without its reasons', 'answer.form', (body) => body.remove('evidence.verdict.reasons')),
];
