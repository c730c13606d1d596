import { Injectable } from '@nestjs/common';
import {
  NO_METADATA,
  withMetadata,
  type Metadata,
  type MetadataState,
  type ShownMetadata,
} from '@service/contracts';
import { readMetadata } from '@service/event-store';
import { publishedSchema } from '@service/platform/boundaries';
import { Batcher } from '@service/platform/batching';
import { Pool } from 'pg';
import type { Page } from '../interface/inputs/pagination.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { type HavingMetadata, METADATA } from '../views/records/record-filter.sql.js';

/** The apps whose subjects have metadata. */
export type MetadataOwner = 'record_store' | 'webhook_dispatcher';

interface Subject {
  id: string;
}

/**
 * Adds metadata to answers. They are read from the table that their owner publishes and not from a view, so every replica
 * shows each change at once, and they are erased in one place. Reads in one turn of the event loop share a query.
 */
@Injectable()
export class MetadataReader {
  private readonly reads: Readonly<Record<MetadataOwner, Batcher<string, MetadataState>>>;

  constructor(private readonly pool: Pool) {
    this.reads = {
      record_store: this.readsOf('record_store'),
      webhook_dispatcher: this.readsOf('webhook_dispatcher'),
    };
  }

  /** A subject with its metadata. */
  async show<Shown extends Subject>(owner: MetadataOwner, subject: Shown): Promise<Shown & ShownMetadata> {
    return withMetadata(subject, await this.reads[owner].submit(subject.id));
  }

  /** A page of subjects with their metadata, which one query reads. */
  async showPage<Shown extends Subject>(
    owner: MetadataOwner,
    { data, next_cursor }: Page<Shown>,
  ): Promise<Page<Shown & ShownMetadata>> {
    return { data: await this.showAll(owner, data), next_cursor };
  }

  /** Subjects with their metadata, which one query reads. */
  async showAll<Shown extends Subject>(
    owner: MetadataOwner,
    subjects: readonly Shown[],
  ): Promise<(Shown & ShownMetadata)[]> {
    if (subjects.length === 0) return [];
    const found = await this.readMany(
      owner,
      subjects.map(({ id }) => id),
    );
    return subjects.map((subject) => withMetadata(subject, found.get(subject.id)));
  }

  /** The records of a caller’s project that have all of these pairs. */
  having(caller: AskingCaller, pairs: Metadata): Promise<HavingMetadata> {
    return havingMetadata(this.pool, caller, pairs);
  }

  private readsOf(owner: MetadataOwner): Batcher<string, MetadataState> {
    const read = async (ids: string[]) => {
      const found = await this.readMany(owner, ids);
      return ids.map((id) => found.get(id) ?? NO_METADATA);
    };
    return new Batcher(read, { maxBatch: 200, maxInFlight: 4 });
  }

  private readMany(owner: MetadataOwner, ids: readonly string[]): Promise<Map<string, MetadataState>> {
    return readMetadata(this.pool, publishedSchema(owner), ids);
  }
}

/** From this many matches on, a list filters its newest rows instead, because a page is soon full. */
const MANY = 5_000;

/**
 * The records of a project that have all of these pairs. PostgreSQL cannot estimate their number and would read every
 * record of the project to find one, so the index of pairs is read first. Not for a limited caller: the ends of its
 * pages would reveal how many records of others match.
 */
export async function havingMetadata(
  pool: Pool,
  { projectId, authorities }: AskingCaller,
  metadata: Metadata,
  many = MANY,
): Promise<HavingMetadata> {
  const pairs = JSON.stringify({ [projectId as string]: metadata });
  if (authorities !== null) return { pairs };
  const { rows } = await pool.query<{ subject_id: string }>(
    `SELECT subject_id FROM ${METADATA} WHERE pairs @> $1::jsonb LIMIT $2`,
    [pairs, many],
  );
  return rows.length < many ? { ids: rows.map(({ subject_id }) => subject_id) } : { pairs };
}
