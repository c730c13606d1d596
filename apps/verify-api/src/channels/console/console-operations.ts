import type { AdmittedOperation } from '../../interface/operation.js';

/** Operations of people on their own sessions and keys; only the Console’s channel has them. */
export const consoleOperations = {
  signIn: { name: 'sessions.sign_in', access: 'public', kind: 'write' },
  redeem: { name: 'invitations.redeem', access: 'public', kind: 'write' },
  read: { name: 'sessions.read', access: 'any', kind: 'read' },
  signOut: { name: 'sessions.sign_out', access: 'any', kind: 'write' },
  list: { name: 'sessions.list', access: 'any', kind: 'read' },
  end: { name: 'sessions.end', access: 'any', kind: 'write' },
  askStepUp: { name: 'sessions.ask_step_up', access: 'any', kind: 'write' },
  stepUp: { name: 'sessions.step_up', access: 'any', kind: 'write' },
  listKeys: { name: 'operator_keys.list', access: 'any', kind: 'read' },
  askKey: { name: 'operator_keys.ask', access: 'any', kind: 'write' },
  addKey: { name: 'operator_keys.add', access: 'any', kind: 'write', stepUp: true },
  removeKey: { name: 'operator_keys.remove', access: 'any', kind: 'write', stepUp: true },
} as const satisfies Record<string, AdmittedOperation>;
