import { Injectable } from '@nestjs/common';
import type { RecordSnapshot } from '@service/contracts';
import { recordStateAt } from '@service/evidence';
import { DataSource, LessThan, type FindOptionsWhere } from 'typeorm';
import { decodeCursor, toPage, type Page } from '../http/pagination.js';
import { RecordEntity } from './record.entity.js';
import type { RecordQuery } from './record.bodies.js';

/** Lists a project's records, newest first. */
@Injectable()
export class ListRecords {
  constructor(private readonly database: DataSource) {}

  async execute(projectId: string, query: RecordQuery): Promise<Page<RecordSnapshot>> {
    const { limit, cursor, ...filters } = query;
    const after = decodeCursor(cursor, 'string');
    const where: FindOptionsWhere<RecordEntity> = { project_id: projectId, ...filters };
    if (after !== null) where.id = LessThan(after);
    const rows = await this.database
      .getRepository(RecordEntity)
      .find({ where, order: { id: 'DESC' }, take: limit + 1 });
    return toPage(rows, limit, (row) => row.id, shownRecord);
  }
}

/** A record as it is answered: its state is the one of this moment. */
export function shownRecord(record: RecordSnapshot, now = new Date()): RecordSnapshot {
  return { ...record, state: recordStateAt(record, now) };
}
