import { ApiError } from '../api/api-error.js';
import { rawAnswer } from '../api/client.js';
import type { VerifyTask } from './messages.js';
import { verifier } from './verifier.js';
import { segment } from '../format/segment.js';

/** Reads the evidence of a record, with a proof that the log continues the checkpoint that this browser kept. */
export async function readEvidence(
  projectId: string | null,
  id: string,
): Promise<Pick<VerifyTask, 'evidence' | 'request'>> {
  const { pin } = await verifier('meet', {});
  const path = `/v1/records/${segment(id)}/evidence`;
  const since = pin.size > 0 ? `?from=${pin.size}` : '';
  const { text } = await rawAnswer(projectId, path + since).catch((error: unknown) => {
    // The log never had the kept size. Without the proof, the check kept.consistency reports that.
    if (since !== '' && error instanceof ApiError && error.code === 'request.invalid')
      return rawAnswer(projectId, path);
    throw error;
  });
  return { evidence: text, request: { record_id: id } };
}
