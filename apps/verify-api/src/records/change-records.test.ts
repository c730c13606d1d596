import { expect, it } from '@jest/globals';
import { ServiceError, type RecordSnapshot } from '@service/contracts';
import type { FailureLog } from '../infrastructure/failure-log.js';
import { Idempotency } from '../interface/idempotency.js';
import type { Call } from '../interface/call.js';
import type { CommandSender } from '../owners/command-sender.js';
import { inert } from '../testing/inert.js';
import { noMetadata } from '../testing/no-metadata.js';
import type { GatewayViews } from '../views/gateway-views.js';
import { ChangeRecords } from './change-records.js';
import { recordTransitions } from './record.transitions.js';

const failures = { answered: () => undefined } as unknown as FailureLog;
const idempotency = new Idempotency(['key'], () => 'digest');
const views = { ownWrites: { authorityOf: () => 'aut_1' } } as unknown as GatewayViews;
const changing = (send: object) =>
  new ChangeRecords(send as CommandSender, inert(), views, noMetadata, failures);
const call = {
  requestId: 'req_1',
  requestContext: { operation: 'records.suspend_batch' },
  idempotency,
} as Call;

it('sends the commands of a batch together, so that its owner gets them in one batch', async () => {
  const answers: ((snapshot: RecordSnapshot) => void)[] = [];
  const keys: (string | undefined)[] = [];
  const send = (_: string, each: Call, id: string, payload: object) => {
    keys.push(each.idempotency?.key);
    expect(payload).toEqual({ reason: 'r', expected_version: id === 'rec_1' ? 4 : null });
    return new Promise<RecordSnapshot>((resolve) => answers.push(resolve));
  };
  const records = [
    { record_id: 'rec_1', reason: 'r', version: 4 },
    { record_id: 'rec_2', reason: 'r' },
  ];
  const changed = recordTransitions.suspend.many.execute(changing({ send }), call, { records });
  await Promise.resolve();
  expect(answers).toHaveLength(2);
  expect(keys).toEqual([0, 1].map((index) => idempotency.part(index).key));
  for (const [index, answer] of [...answers.entries()].toReversed()) {
    answer({ id: `rec_${index + 1}` } as RecordSnapshot);
  }
  expect(await changed).toMatchObject({ data: [{ id: 'rec_1' }, { id: 'rec_2' }] });
});

it('sends nothing of a batch that names a record twice', async () => {
  const send = () => Promise.reject(new ServiceError('record.not_found'));
  const records = [1, 2, 1].map((number) => ({ record_id: `rec_${number}`, reason: 'r' }));
  await expect(
    recordTransitions.revoke.many.execute(changing({ send }), call, { records }),
  ).rejects.toMatchObject({ code: 'request.invalid' });
});
