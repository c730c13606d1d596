import { describe, expect, it } from '@jest/globals';
import type { BundledAnswer } from '../bundle/index.js';
import type { JsonValue } from '../json/index.js';
import { Editable } from '../testing/editable.js';
import { SampleLog } from '../testing/sample-log.js';
import { SampleService, type Unusual } from '../testing/sample-service.js';
import { firstFailure, type Report } from './report.js';
import { parseTrust, type Trust } from './trust.js';
import { verifySignedAnswer, type ReceivedAnswer } from './verify-signed-answer.js';

const service = SampleService.usual();
const trustOf = (of: SampleService): Trust => parseTrust(JSON.stringify(of.trust()));
const trust = trustOf(service);

function received({ body, as_of, signature, path, request_id }: BundledAnswer): ReceivedAnswer {
  return {
    body: JSON.stringify(body),
    headers: {
      'service-request-id': request_id,
      'service-evidence-as-of': as_of,
      'service-evidence-signature': signature,
      'service-evidence-path': path,
    },
  };
}

const answered = (unusual?: Unusual): ReceivedAnswer => received(service.answer('rec_1', unusual));
const failed = (report: Report): string | undefined => firstFailure(report)?.check;
const passed = ({ checks }: Report): string[] =>
  checks.filter(({ outcome }) => outcome === 'passed').map(({ check }) => check);

describe('an answer with its headers', () => {
  it('is verified under the keys that are pinned with the log', () => {
    const report = verifySignedAnswer(answered(), trust);
    expect(firstFailure(report)).toBeNull();
    // docs/evidence.md names them.
    expect(passed(report)).toEqual([
      'bundle.json',
      'bundle.form',
      'answer.form',
      'answer.members',
      'answer.key',
      'answer.path',
      'answer.signature',
      'answer.request_id',
      'answer.request',
      'answer.key_time',
      'record.form',
      'record.digests',
      'record.sequence',
      'record.links',
      'record.subject',
      'record.times',
      'record.transitions',
      'record.signatures',
      'elements.key_times',
      'elements.salts',
      'answer.record',
      'answer.state',
      'answer.provenance',
      'answer.lookup',
      'answer.times',
      'as_of.elements',
      'receipt.checkpoint',
      'receipt.inclusion',
      'receipt.consistency',
      'elements.merge_delay',
    ]);
  });

  it('reports that the log’s proof of its keys and its authority’s history are missing', () => {
    const { checks } = verifySignedAnswer(answered(), trust);
    const missing = checks.filter(({ outcome }) => outcome === 'not_checked').map(({ check }) => check);
    expect(missing).toEqual(
      expect.arrayContaining([
        'keys.inclusion',
        'authorities.links',
        'record.inclusion',
        'as_of.consistency',
      ]),
    );
  });

  it('is verified after it was stored in another form', () => {
    const { body, ...rest } = answered();
    const stored = JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(body as string) as object).reverse()),
      null,
      2,
    );
    expect(verifySignedAnswer({ body: stored, ...rest }, trust).ok).toBe(true);
  });

  it('is verified only with its nonce and its request', () => {
    const request = { record_id: 'rec_1', evidence_scope: ['state', 'authority', 'verdict', 'provenance'] };
    const answer = answered({ nonce: 'mine', request: { body: request } });
    expect(verifySignedAnswer({ ...answer, request, nonce: 'mine' }, trust).ok).toBe(true);
    expect(failed(verifySignedAnswer({ ...answer, request }, trust))).toBe('answer.signature');
    expect(failed(verifySignedAnswer({ ...answer, nonce: 'mine' }, trust))).toBe('answer.signature');
  });

  it('is refused under a key that the document does not name, or that was compromised', () => {
    expect(failed(verifySignedAnswer(answered(), trustOf(SampleService.usual(undefined, 'another'))))).toBe(
      'answer.key',
    );
    const revoked = SampleService.usual();
    const answer = received(revoked.answer('rec_1'));
    revoked.revoke(revoked.answers, 'key_compromise', '2026-11-21T06:00:00.000Z');
    expect(failed(verifySignedAnswer(answer, trustOf(revoked)))).toBe('answer.key');
  });

  it.each([
    'service-evidence-signature',
    'service-evidence-path',
    'service-evidence-as-of',
    'service-request-id',
  ])('is refused without %s', (name) => {
    const { headers, body } = answered();
    const rest = Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
    const report = verifySignedAnswer({ body, headers: rest }, trust);
    expect(firstFailure(report)?.why?.toLowerCase()).toContain(name);
  });

  it('is refused with a receipt under another log’s key', () => {
    const body = (told: { [name: string]: JsonValue }) => {
      const edited = new Editable(told);
      edited.set(
        'evidence.provenance.receipt.checkpoint',
        new SampleLog(undefined, undefined, 'another').checkpoint(),
      );
      return edited.value as typeof told;
    };
    expect(failed(verifySignedAnswer(answered({ body }), trust))).toBe('receipt.checkpoint');
  });

  it('is compared with an earlier checkpoint', () => {
    const checkpoint = service.log.checkpoint();
    expect(passed(verifySignedAnswer(answered(), trust, { checkpoint }))).toContain('kept.consistency');
  });
});

describe('the answer to a batch', () => {
  const records = [{ record_id: 'rec_1' }, { record_id: 'rec_9' }, { record_id: 'rec_2' }];
  const refusal = { error: { code: 'record.not_found', message: 'No such record.' } };

  function batch(change: (data: JsonValue[]) => JsonValue[] = (data) => data): ReceivedAnswer {
    const [first, last] = ['rec_1', 'rec_2'].map((id) => service.answer(id).body);
    return answered({
      body: () => ({ data: change([first as JsonValue, refusal, last as JsonValue]) }),
      request: { path: '/v1/records/verify/batch', body: { records } },
    });
  }

  it('is verified with every envelope in it', () => {
    const report = verifySignedAnswer({ ...batch(), request: { records } }, trust);
    expect(firstFailure(report)).toBeNull();
    expect(report.checks.find(({ check }) => check === 'answer.record')?.about).toBe(
      'rec_1 version 2; rec_2 version 1',
    );
  });

  it('may refuse what asks for no record, and is refused if it answers it', () => {
    const odd: JsonValue[] = [null, 7, {}, ['rec_1'], { record_id: 'rec_1', extra: 1 }];
    const asked = [...odd, { record_id: 'rec_1' }];
    const envelope = service.answer('rec_1').body as JsonValue;
    const answer = (data: JsonValue[]): ReceivedAnswer => ({
      ...answered({
        body: () => ({ data }),
        request: { path: '/v1/records/verify/batch', body: { records: asked } },
      }),
      request: { records: asked },
    });
    const refusals: JsonValue[] = odd.map(() => refusal);
    expect(firstFailure(verifySignedAnswer(answer([...refusals, envelope]), trust))).toBeNull();
    for (const at of odd.keys()) {
      const data = [...refusals.with(at, envelope), envelope];
      expect(failed(verifySignedAnswer(answer(data), trust))).toBe('answer.request');
    }
  });

  it('is refused if one envelope is wrong, moved or missing', () => {
    const lies: [(data: JsonValue[]) => JsonValue[], string][] = [
      [(data) => data.toReversed(), 'answer.request'],
      [(data) => data.slice(0, 2), 'answer.request'],
      [
        ([first, , last]) => {
          const edited = new Editable(last as object);
          edited.set('record.version', 7);
          return [first as JsonValue, refusal, edited.value as JsonValue];
        },
        'answer.record',
      ],
    ];
    for (const [lie, check] of lies) {
      expect(failed(verifySignedAnswer({ ...batch(lie), request: { records } }, trust))).toBe(check);
    }
  });
});

describe('the document of what is pinned', () => {
  const document = service.trust() as { [name: string]: JsonValue };
  const parse = (change: object) => () => parseTrust(JSON.stringify({ ...document, ...change }));

  it.each([
    ['no log', { log: null }],
    ['no key of the log', { log: { origin: service.log.origin, vkeys: [] } }],
    ['a key of another log', { log: { origin: 'example.com/log', vkeys: service.log.vkeys } }],
    ['an invalid key', { log: { origin: service.log.origin, vkeys: ['key'] } }],
    ['a quorum of more witnesses than it names', { quorum: 4 }],
    ['a quorum of none', { quorum: 0 }],
    ['a self-signed key that is no id', { self_signed_keys: [1] }],
    ['a witness twice', { witnesses: [service.log.witnessVkeys[0], service.log.witnessVkeys[0]] }],
    ['a key under the name of another', { keys: [{ ...(document['keys'] as object[])[0], kid: 'other' }] }],
  ])('is refused with %s', (_, change) => {
    expect(parse(change)).toThrow();
  });

  it('requires every witness without a quorum', () => {
    const { quorum: _, ...rest } = document;
    expect(parseTrust(JSON.stringify(rest)).quorum).toMatchObject({ threshold: 3 });
    expect(parseTrust(JSON.stringify(service.trust(0))).quorum).toBeNull();
  });
});
