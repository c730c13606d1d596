import { describe, expect, it, jest } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import type { Admission } from '../admission/admission.js';
import type { FailureLog } from '../infrastructure/failure-log.js';
import { RenderTurns } from '../infrastructure/render-turns.js';
import type { Call } from '../interface/call.js';
import { AnswerPrefix } from '../views/records/answer-prefix.js';
import { Envelope } from './render-envelope.js';
import type { FindSubjects } from './find-subjects.js';
import type { VerifyBatchBody } from './verify.bodies.js';
import { VerifyBatch } from './verify-batch.js';
import type { VerifyRecords } from './verify-records.js';

/** Verifies records by id, each with so many elements; `rec_missing` is not found. */
async function verify(...records: { record_id: string; evidence_scope?: readonly string[] }[]) {
  const rendered: string[] = [];
  const moments: Date[] = [];
  let charged = 0;
  const verifyRecords = {
    verify: (_: unknown, { record_id }: { record_id: string }, __: string, now: Date) => {
      rendered.push(record_id);
      moments.push(now);
      if (record_id === 'rec_missing') throw new ServiceError('record.not_found');
      return new Envelope(new AnswerPrefix(''), `{"id":"${record_id}"}`, Number(record_id.slice(4)));
    },
  };
  const findSubjects = {
    execute: async () => ({
      subjects: records.map(({ record_id }) => ({ recordId: record_id, lookup: null })),
      asOf: {},
    }),
  };
  const admission = { charge: (_: unknown, operations: number) => (charged += operations) };
  const subject = new VerifyBatch(
    verifyRecords as unknown as VerifyRecords,
    findSubjects as unknown as FindSubjects,
    {} as FailureLog,
    new RenderTurns(),
    admission as unknown as Admission,
  );
  const call = {
    projectId: 'prj_1',
    requestId: 'req_1',
    requestContext: { subjects: [] },
    preferences: { nonce: () => null, wait: () => 0 },
  } as unknown as Call;
  const text = await subject.execute(call, { records } as unknown as VerifyBatchBody);
  const { data } = JSON.parse(text) as { data: { id?: string; error?: { code: string } }[] };
  return { rendered, moments, charged, answers: data.map(({ id, error }) => id ?? error?.code) };
}

describe('a batch', () => {
  it('renders a record that stands there twice once, and answers it twice', async () => {
    const [one, two] = [{ record_id: 'rec_1' }, { record_id: 'rec_2' }];
    const { rendered, answers } = await verify(one, two, one);
    expect(rendered).toEqual(['rec_1', 'rec_2']);
    expect(answers).toEqual(['rec_1', 'rec_2', 'rec_1']);
  });

  it('verifies each record by the moment of its turn', async () => {
    let time = Date.parse('2030-01-01T00:00:00Z');
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (time += 1_000));
    const { moments } = await verify({ record_id: 'rec_1' }, { record_id: 'rec_2' });
    clock.mockRestore();
    expect(Number(moments[1])).toBeGreaterThan(Number(moments[0]));
  });

  it('renders each scope of a record', async () => {
    const { rendered } = await verify(
      { record_id: 'rec_1' },
      { record_id: 'rec_1', evidence_scope: ['state'] },
    );
    expect(rendered).toHaveLength(2);
  });

  it('is charged what its records cost by their elements, beyond an operation each', async () => {
    expect((await verify({ record_id: 'rec_1' }, { record_id: 'rec_32' })).charged).toBe(0);
    const long = { record_id: 'rec_505' };
    const { charged, answers } = await verify(long, { record_id: 'rec_missing' }, long);
    expect([charged, answers]).toEqual([30, ['rec_505', 'record.not_found', 'rec_505']]);
  });
});
