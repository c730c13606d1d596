import { Injectable } from '@nestjs/common';
import type { RecordSnapshot } from '@service/contracts';
import { recordStateAt, type RecordState } from '@service/evidence';
import { DataSource, In, IsNull, LessThan, LessThanOrEqual, MoreThan, type FindOptionsWhere } from 'typeorm';
import { decodeCursor, toPage, type Page } from '../http/pagination.js';
import { RecordEntity } from './record.entity.js';
import type { RecordQuery } from './record.bodies.js';

/** Lists a project's records, newest first. */
@Injectable()
export class ListRecords {
  constructor(private readonly database: DataSource) {}

  async execute(projectId: string, query: RecordQuery, now = new Date()): Promise<Page<RecordSnapshot>> {
    const { limit, cursor, state, ...filters } = query;
    const after = decodeCursor(cursor, 'string');
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const where = {
      project_id: projectId,
      ...(after === null ? {} : { id: LessThan(after) }),
      ...Object.fromEntries(given),
    };
    const rows = await this.database.getRepository(RecordEntity).find({
      where: statesOf(state, now.toISOString()).map((states) => ({ ...where, ...states })),
      order: { id: 'DESC' },
      take: limit + 1,
    });
    return toPage(
      rows,
      limit,
      (row) => row.id,
      (row) => shownRecord(row, now),
    );
  }
}

/** Rows that are in a state at a moment: those that are due are expired, though their event may yet follow. */
function statesOf(state: RecordState | undefined, now: string): FindOptionsWhere<RecordEntity>[] {
  if (state === undefined) return [{}];
  if (state === 'expired') {
    return [{ state }, { state: In(['active', 'suspended']), expires_at: LessThanOrEqual(now) }];
  }
  if (state !== 'active' && state !== 'suspended') return [{ state }];
  return [
    { state, expires_at: IsNull() },
    { state, expires_at: MoreThan(now) },
  ];
}

/** A record as it is answered: its state is the one of this moment. */
export function shownRecord(record: RecordSnapshot, now = new Date()): RecordSnapshot {
  return { ...record, state: recordStateAt(record, now) };
}
