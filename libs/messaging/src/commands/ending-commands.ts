import type { CommandType } from '@service/contracts';

/** Commands that take something away. They are counted apart, so that nobody can delay a revocation by other changes. */
export const ENDING_COMMANDS: ReadonlySet<CommandType> = new Set<CommandType>([
  'record.suspend',
  'record.revoke',
  'authority.suspend',
  'authority.revoke',
  'credential.revoke',
  'subscription.revoke',
  'operator.remove',
  'operator.remove_key',
  'project.suspend',
  'project.block_subject',
]);
