import { invalidRequest, type RecordChange } from '@service/contracts';
import type { TransitionBody } from './record.bodies.js';

/**
 * The issuer's signature in a body, with the place in the history that it is for; nothing without one.
 * @throws ServiceError `request.invalid` where only a part of it is given.
 */
export function signedBy({
  issuer_signature: signature,
  sequence,
  previous,
}: Omit<TransitionBody, 'reason'>): Pick<RecordChange, 'signed'> {
  if (signature !== undefined && sequence !== undefined && previous !== undefined) {
    return { signed: { signature, sequence, previous } };
  }
  for (const [member, value] of Object.entries({ issuer_signature: signature, sequence, previous })) {
    if (value !== undefined) {
      throw invalidRequest(member, 'must be given with all of issuer_signature, sequence and previous');
    }
  }
  return {};
}
