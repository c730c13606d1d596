import { EventLog, eraseMetadata } from '@service/event-store';
import { repeatRolledBack } from '@service/platform/postgres';
import type { Pool } from 'pg';

/** The record or subscription whose metadata are erased. */
export interface NotedSubject {
  kind: 'record' | 'subscription';
  id: string;
  projectId: string;
}

const LOGS = { record: 'record_store', subscription: 'webhook_dispatcher' } as const;

/**
 * Erases the metadata of a record or a subscription, which are stored only once: no view or event has a copy.
 * @param pool of the owner.
 * @returns whether there were any; null where the project has no such subject.
 */
export async function eraseMetadataOf(pool: Pool, subject: NotedSubject): Promise<boolean | null> {
  const log = LOGS[subject.kind];
  const [first] = await new EventLog(pool, log).readAfter(new Map([[subject.id, 0]]));
  if (first === undefined) return null;
  const content = (first.data ?? JSON.parse(first.element ?? '{}')) as { project_id?: unknown };
  if (content.project_id !== subject.projectId) return null;
  return repeatRolledBack(() => eraseMetadata(pool, log, subject.id));
}
