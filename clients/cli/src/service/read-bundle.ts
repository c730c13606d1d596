import type { RecordVerification } from '@record-verification/client';
import { pathSegment } from '../operations/run-operation.js';

/** The text of a record’s evidence, verified where keys are pinned. @param from a size of the log that was stored. */
export async function readBundle(service: RecordVerification, id: string, from?: string): Promise<string> {
  const { text } = await service
    .request({
      method: 'GET',
      path: `/v1/records/${pathSegment(id)}/evidence`,
      ...(from !== undefined && { query: { from } }),
      wait: 10,
    })
    .withResponse();
  return text ?? '';
}
