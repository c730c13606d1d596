import type { AdmittedOperation } from '../../interface/operation.js';

/** Operations of people on their own sessions and keys; only the Console’s channel has them. */
export const consoleOperations = {
  signIn: { name: 'session.sign_in', access: 'public', kind: 'write' },
  redeem: { name: 'invitation.redeem', access: 'public', kind: 'write' },
  read: { name: 'session.read', access: 'any', kind: 'read' },
  signOut: { name: 'session.sign_out', access: 'any', kind: 'write' },
  list: { name: 'session.list', access: 'any', kind: 'read' },
  end: { name: 'session.end', access: 'any', kind: 'write' },
  askStepUp: { name: 'session.ask_step_up', access: 'any', kind: 'write' },
  stepUp: { name: 'session.step_up', access: 'any', kind: 'write' },
  listKeys: { name: 'operator_key.list', access: 'any', kind: 'read' },
  askKey: { name: 'operator_key.ask', access: 'any', kind: 'write' },
  addKey: { name: 'operator_key.add', access: 'any', kind: 'write', stepUp: true },
  removeKey: { name: 'operator_key.remove', access: 'any', kind: 'write', stepUp: true },
} as const satisfies Record<string, AdmittedOperation>;
