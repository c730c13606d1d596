import type { CommandType } from '@service/contracts';

/** Commands that take something away. They are counted apart, so that nobody can delay a revocation by other changes. */
export const ENDING_COMMANDS: ReadonlySet<CommandType> = new Set<CommandType>([
  'record.suspend',
  'record.revoke',
  'record.supersede',
  'authority.suspend',
  'authority.revoke',
  'credential.revoke',
  'subscription.disable',
  'subscription.revoke',
  'link.revoke',
  'operator.remove',
  'operator.remove_key',
  'project.suspend',
  'project.block_subject',
]);
