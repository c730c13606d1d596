import type { CommandType } from '@service/contracts';

/** Commands that take something away. */
const ENDING_COMMANDS: ReadonlySet<CommandType> = new Set<CommandType>([
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

/** What a command is counted under: apart where it takes something away, so that nobody can delay a revocation by other changes. */
export function countedUnder(key: string, type: CommandType): string {
  return ENDING_COMMANDS.has(type) ? `${key} end` : key;
}
