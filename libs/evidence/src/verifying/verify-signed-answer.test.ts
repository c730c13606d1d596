import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '../json/index.js';
import { SampleService, type Unusual } from '../testing/sample-service.js';
import { batch, stored } from '../testing/tamperings-answers.js';
import { firstFailure, type Report } from './report.js';
import { parseTrust } from './trust.js';
import { verifySignedAnswer, type ReceivedAnswer } from './verify-signed-answer.js';

const service = SampleService.usual();
const trust = parseTrust(JSON.stringify(service.trust()));

function answered(unusual?: Unusual): ReceivedAnswer {
  const { body, headers } = stored(service.answer('rec_1', unusual));
  return { body: JSON.stringify(body), headers };
}

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

  it('is verified after it was stored in another form', () => {
    const { body, ...rest } = answered();
    const stored = JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(body as string) as object).reverse()),
      null,
      2,
    );
    expect(verifySignedAnswer({ body: stored, ...rest }, trust).ok).toBe(true);
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

  it('is compared with an earlier checkpoint', () => {
    const checkpoint = service.log.checkpoint();
    expect(passed(verifySignedAnswer(answered(), trust, { checkpoint }))).toContain('kept.consistency');
  });
});

it('names every record of a batch', () => {
  const { request } = batch();
  const report = verifySignedAnswer({ ...answered(batch()), request: request?.body as JsonValue }, trust);
  expect(report.checks.find(({ check }) => check === 'answer.record')?.about).toBe(
    'rec_1 version 2; rec_2 version 1',
  );
});
