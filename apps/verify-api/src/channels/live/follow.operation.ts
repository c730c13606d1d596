import type { AdmittedOperation } from '../../interface/operation.js';

/** Following what changes, as the history and limits know it. Each topic needs a capability of its own besides. */
export const follow = {
  name: 'change.follow',
  access: 'any',
  kind: 'read',
} as const satisfies AdmittedOperation;
