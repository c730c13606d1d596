export type { DayCheck } from './checking/check-day.js';
export { checkHistory } from './checking/check-history.js';
export { HistoryWalk } from './checking/history-walk.js';
export { erasePersonal, type Erased } from './erasing/erase-personal.js';
export type { ProjectErasure } from './erasing/matching-entries.js';
export { startHistory } from './history.js';
export { InteractionHistory } from './interaction-history.js';
export {
  ACTOR_TYPES,
  CHANNELS,
  MOST_SUBJECTS,
  OUTCOMES,
  historyOf,
  outcomeOf,
  type Actor,
  type Channel,
  type Interaction,
  type Outcome,
} from './interaction.js';
export type { FoundInteractions } from './reading/list-interactions.js';
export { LAST, type LineSearch } from './reading/newest-lines.js';
export type { ShownInteraction } from './reading/shown-interaction.js';
export { InteractionRecorder, NoRecorder } from './recorder.js';
export { historyMigrations } from './storage/history-migrations.js';
export { ACCEPTED_BLOCKS, ACCEPTED_LANES } from './storage/accepted-rows.js';
export { newWriter } from './storage/insert-blocks.js';
export { historyDays } from './storage/partitions.js';
export { LastUses } from './usage/last-uses.js';
export {
  GRANULARITIES,
  ReadUsage,
  type Granularity,
  type Usage,
  type UsageReport,
  USAGE_GROUPS,
  type UsageGroup,
} from './usage/read-usage.js';
export { recountUsage } from './usage/recount-usage.js';
export { HistoryWriter } from './writing/history-writer.js';
export { TransactionHistory, type WriteLines } from './writing/transaction-history.js';
