import { answerHeaders } from '../answers/index.js';
import type { BundledAnswer } from '../bundle/index.js';
import type { JsonValue } from '../json/index.js';
import type { CheckName } from '../verifying/report.js';
import { Editable } from './editable.js';
import { SampleLog } from './sample-log.js';
import { SampleService, type Unusual } from './sample-service.js';
import { honest } from './sample-tamperings.js';

/** An answer as somebody may have stored it: body, headers, and what was sent. */
export interface StoredAnswer {
  body: JsonValue;
  headers: { [name: string]: string };
  request: JsonValue;
  nonce: string | null;
}

/** A lone answer that must be refused, and the first check that must fail. */
export interface AnswerTampering {
  how: string;
  check: CheckName;
  make(): { answer: StoredAnswer; trust: object };
}

/** An answer without its bundle. */
export function stored({ body, request, nonce, ...rest }: BundledAnswer): StoredAnswer {
  return { body, headers: answerHeaders(rest), request: request.body, nonce };
}

const { service } = honest;

/** The answer that the others differ from. */
export const honestAnswer = stored(service.answer('rec_1', { nonce: 'mine' }));

function edited(how: string, check: CheckName, edit: (answer: Editable) => void): AnswerTampering {
  const make = () => {
    const answer = new Editable(honestAnswer);
    edit(answer);
    return { answer: answer.value as StoredAnswer, trust: honest.trust };
  };
  return { how, check, make };
}

/** An answer that the service signed. */
function signed(how: string, check: CheckName, unusual: Unusual): AnswerTampering {
  const make = () => ({
    answer: stored(service.answer('rec_1', { nonce: 'mine', ...unusual })),
    trust: honest.trust,
  });
  return { how, check, make };
}

function changed(edit: (body: Editable) => void): NonNullable<Unusual['body']> {
  return (told) => {
    const body = new Editable(told);
    edit(body);
    return body.value as typeof told;
  };
}

const records = [{ record_id: 'rec_1' }, { record_id: 'rec_9' }, { record_id: 'rec_2' }];
const refusal = { error: { code: 'record.not_found', message: 'No such record.' } };
const envelopeOf = (id: string): JsonValue => service.answer(id).body;

/** The answer to a batch. @param change what it says instead. */
export function batch(change: (data: JsonValue[]) => JsonValue[] = (data) => data): Unusual {
  return {
    body: () => ({ data: change([envelopeOf('rec_1'), refusal, envelopeOf('rec_2')]) }),
    request: { path: '/v1/records/verify/batch', body: { records } },
  };
}

const ODD: JsonValue[] = [null, 7, {}, ['rec_1'], { record_id: 'rec_1', extra: 1 }];

/** The answer to a batch of which all items but the last ask for no record. @param answered an odd one that it answers. */
export function oddBatch(answered?: number): Unusual {
  const refusals: JsonValue[] = ODD.map((_, at) => (at === answered ? envelopeOf('rec_1') : refusal));
  return {
    body: () => ({ data: [...refusals, envelopeOf('rec_1')] }),
    request: { path: '/v1/records/verify/batch', body: { records: [...ODD, { record_id: 'rec_1' }] } },
  };
}

const older = (told: JsonValue | undefined): { [name: string]: JsonValue } => {
  const body = new Editable(told as object);
  body.set('record.version', 7);
  return body.value as { [name: string]: JsonValue };
};

/** Answers without their bundles that must be refused. */
export const ANSWERS_ALONE: readonly AnswerTampering[] = [
  edited('another state', 'answer.signature', (answer) => answer.set('body.record.state', 'revoked')),
  edited('another nonce', 'answer.signature', (answer) => answer.set('nonce', 'yours')),
  edited('no nonce', 'answer.signature', (answer) => answer.set('nonce', null)),
  edited('another request', 'answer.signature', (answer) =>
    answer.set('request', { record_id: 'rec_1', evidence_scope: ['state'] }),
  ),
  edited('another position', 'answer.signature', (answer) =>
    answer.map<string>('headers.service-evidence-as-of', (text) => text.replace(/\d(?=Z$)/, '1')),
  ),
  edited('the request id of another', 'answer.signature', (answer) => {
    answer.set('headers.service-request-id', 'req_2');
    answer.set('body.request_id', 'req_2');
  }),
  edited('a place in the turn that its path does not fit', 'answer.path', (answer) =>
    answer.map<string>('headers.service-evidence-path', (path) => path.replace('2/3', '1/3')),
  ),
  edited('a signature twice in its header', 'answer.key', (answer) =>
    answer.map<string>('headers.service-evidence-signature', (text) => `${text}, ${text}`),
  ),
  edited('no signature', 'bundle.form', (answer) => answer.remove('headers.service-evidence-signature')),
  edited('elements in another order', 'answer.signature', (answer) =>
    answer.map<unknown[]>('body.evidence.provenance.chain', (chain) => chain.toReversed()),
  ),
  {
    how: 'a key that is not pinned',
    check: 'answer.key',
    make: () => ({ answer: honestAnswer, trust: SampleService.usual(undefined, 'another').trust() }),
  },
  {
    how: 'a key that was compromised',
    check: 'answer.key',
    make: () => {
      const revoked = SampleService.usual();
      const answer = stored(revoked.answer('rec_1', { nonce: 'mine' }));
      revoked.revoke(revoked.answers, 'key_compromise', '2026-11-21T06:00:00.000Z');
      return { answer, trust: revoked.trust() };
    },
  },
  signed('a passed verdict beside another state', 'answer.verdict', {
    body: changed((body) => {
      body.set('record.state', 'revoked');
      body.remove('evidence.provenance');
      body.remove('evidence.authority');
      body.remove('evidence.state');
    }),
    request: { body: { record_id: 'rec_1', evidence_scope: ['verdict'] } },
  }),
  signed('a receipt under the key of another log, signed', 'receipt.checkpoint', {
    body: changed((body) =>
      body.set(
        'evidence.provenance.receipt.checkpoint',
        new SampleLog(undefined, undefined, 'another').checkpoint(),
      ),
    ),
  }),
  signed('a key of another purpose', 'answer.key', { key: service.provenance }),
  signed(
    'a batch in another order',
    'answer.request',
    batch((data) => data.toReversed()),
  ),
  signed(
    'a batch with an answer less',
    'answer.request',
    batch((data) => data.slice(0, 2)),
  ),
  signed('a batch that lies about one record', 'answer.record', {
    ...batch(([first, , last]) => [first as JsonValue, refusal, older(last)]),
  }),
  signed('a lie in a batch behind an error', 'answer.record', {
    ...batch(([first, , last]) => [first as JsonValue, refusal, { ...older(last), ...refusal }]),
  }),
  ...ODD.map((item, at) =>
    signed(`an answer to ${JSON.stringify(item)} in a batch`, 'answer.request', oddBatch(at)),
  ),
  signed('more in the request of a batch', 'answer.request', {
    ...batch(),
    request: { path: '/v1/records/verify/batch', body: { records, force: true } },
  }),
  signed('a position before the place that its receipt proves', 'as_of.elements', {
    asOfSize: 3,
    body: changed((body) => {
      body.set('evidence.provenance.receipt', service.log.receipt(6, 14));
      body.remove('evidence.provenance.logged_by');
      body.set('evidence.verdict.warnings', []);
    }),
  }),
  signed('no receipt eight hours after a change that can add a `passed`', 'elements.merge_delay', {
    asOfSize: 6,
  }),
  signed('a batch of refusals, which shows no record', 'answer.record', {
    ...batch(() => [refusal, refusal, refusal]),
  }),
];
