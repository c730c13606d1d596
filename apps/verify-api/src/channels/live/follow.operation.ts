import type { AdmittedOperation } from '../../interface/operation.js';

/** The operation of following changes, for the history and limits. Each topic also needs its own capability. */
export const follow = {
  name: 'changes.follow',
  access: 'any',
  kind: 'read',
} as const satisfies AdmittedOperation;
