import type { Metadata } from '@service/contracts';
import type { ListCondition } from './list-newest.js';

/** Rows of records that have all of these pairs, found by the index of the pairs. */
export function hasMetadata(projectId: string, pairs: Metadata): ListCondition {
  return {
    sql: `row.id IN (SELECT m.subject_id FROM record_store_published.metadata AS m WHERE m.pairs @> :pairs::jsonb)`,
    parameters: { pairs: JSON.stringify({ [projectId]: pairs }) },
  };
}
