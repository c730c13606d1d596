import type { RecordAction } from '@service/evidence';
import { invalidRequest, type RecordChange } from '@service/contracts';
import { contentDigestOf, AmendBody, SupersedeBody, TransitionBody } from './record.bodies.js';
import { defineTransition } from './define-transition.js';

/** Terms of a transition that needs only a reason. */
const plain = {
  body: TransitionBody,
  payloadOf: ({ reason, ...body }: TransitionBody, expected_version: number | null) => ({
    reason,
    expected_version,
    ...signedBy(body),
  }),
};

/** The transitions of records that callers can ask for. */
export const recordTransitions = {
  amend: defineTransition({
    action: 'amend',
    summary: 'Change what a record says',
    ofMany: 'Change what up to 100 records say',
    means: 'Changes what a record says. Give exactly one of content_digest and content.',
    body: AmendBody,
    /** Members that the body leaves out stay as they are. */
    payloadOf: ({ reason, origin, expires_at, ...body }, expected_version) => ({
      reason,
      expected_version,
      content_digest: contentDigestOf(body),
      ...signedBy(body),
      ...(origin === undefined ? {} : { origin }),
      ...(expires_at === undefined ? {} : { expires_at }),
    }),
  }),

  suspend: defineTransition({
    ...plain,
    action: 'suspend',
    summary: 'Suspend a record',
    ofMany: 'Suspend up to 100 records',
    means: 'Makes a record invalid until it is reinstated.',
  }),

  reinstate: defineTransition({
    ...plain,
    action: 'reinstate',
    summary: 'Reinstate a suspended record',
    ofMany: 'Reinstate up to 100 suspended records',
    means: 'Makes a suspended record valid again.',
  }),

  supersede: defineTransition({
    action: 'supersede',
    summary: 'Put another record in the place of this one',
    ofMany: 'Put other records in the place of up to 100',
    means: 'Puts another active record in the place of this one, which cannot be undone.',
    isFinal: true,
    body: SupersedeBody,
    /** A successor that the caller cannot reach is treated as missing. */
    payloadOf: ({ reason, successor_id, ...body }, expected_version, { authorities }) => ({
      reason,
      successor_id,
      expected_version,
      ...signedBy(body),
      authorities: authorities && [...authorities],
    }),
  }),

  revoke: defineTransition({
    ...plain,
    action: 'revoke',
    summary: 'Revoke a record, which is final',
    ofMany: 'Revoke up to 100 records, which is final',
    means: 'Revokes a record, which cannot be undone.',
    isFinal: true,
  }),
} satisfies Record<RecordAction, object>;

/**
 * The issuer's signature in a body, with the place in the history that it is for; nothing without one.
 * @throws ServiceError `request.invalid` where only a part of it is given.
 */
function signedBy({
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
