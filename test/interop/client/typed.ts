import {
  RecordVerification,
  ServiceError,
  type ErrorCode,
  type Verification,
} from '@record-verification/client';
import { verifyBundle, type Report, type Trust } from '@record-verification/client/evidence';
import { verifyDelivery, type DeliveredEvent } from '@record-verification/client/webhooks';

/** Compiled against the declarations of the package, without those of Node.js. */
export async function typed(service: RecordVerification, trust: Trust): Promise<Report> {
  const verification: Verification = await service.records.verify('rec_1', { wait: 2 });
  const { data, requestId } = await service.records.read(verification.record.id).withResponse();
  const ids: string[] = [];
  for await (const record of service.records.list({ state: ['active'], limit: 5 })) ids.push(record.id);
  // @ts-expect-error -- There is no such state.
  await service.records.list({ state: 'good' });
  // @ts-expect-error -- A reason is needed.
  await service.records.revoke('rec_1', {});
  try {
    await service.records.revoke(data.id, { reason: `Asked by ${requestId}` });
  } catch (error) {
    const code: ErrorCode | 'unrecognized' | null = error instanceof ServiceError ? error.code : null;
    // @ts-expect-error -- There is no such code.
    if (code === 'record.lost') throw error;
  }
  const event: DeliveredEvent = verifyDelivery(new Headers(), '{}', 'whsec_...');
  return verifyBundle(event.id, trust);
}
