import type { ExportColumns } from '@service/platform/exports';
import type { ShownInteraction } from './shown-interaction.js';

/** An export as a table. */
export const INTERACTION_COLUMNS: ExportColumns<ShownInteraction> = {
  occurred_at: (line) => line.occurred_at,
  request_id: (line) => line.request_id,
  channel: (line) => line.channel,
  actor_type: (line) => line.actor.type,
  actor_id: (line) => line.actor.id,
  actor_session: (line) => line.actor.session ?? null,
  operation: (line) => line.operation,
  // A refused request can name anything, also with spaces and commas.
  subjects: (line) => JSON.stringify(line.subjects),
  items: (line) => line.items,
  outcome: (line) => line.outcome,
  status: (line) => line.status,
  error_code: (line) => line.error_code,
  duration_ms: (line) => line.duration_ms,
  address: (line) => line.address,
  user_agent: (line) => line.user_agent,
  day: (line) => line.day,
  writer: (line) => line.writer,
  sequence: (line) => line.sequence,
  link: (line) => line.link,
};
