import type { ExportColumns } from '@service/platform/exports';
import { subjectsOf } from '../lines/read-line.js';
import type { Actor } from '../interaction.js';
import type { ShownInteraction } from './shown-interaction.js';

/** An export as a table. */
export const INTERACTION_COLUMNS: ExportColumns<ShownInteraction> = {
  occurred_at: (line) => line.occurred_at,
  request_id: (line) => line.request_id,
  channel: (line) => line.channel,
  actor_type: (line) => actorOf(line).type,
  actor_id: (line) => actorOf(line).id,
  actor_session: (line) => actorOf(line).session ?? null,
  operation: (line) => line.operation,
  // A refused request can name anything, also with spaces and commas.
  subjects: (line) => JSON.stringify(subjectsOf(line)),
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

function actorOf(line: ShownInteraction): Actor {
  return 'format' in line ? line.actor : { type: 'credential', id: line.credential_id };
}
