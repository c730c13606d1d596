import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { RecordSnapshot } from '@service/contracts';
import { recordStateAt } from '@service/evidence';
import { Repository } from 'typeorm';
import { Cursors } from '../inputs/cursors.js';
import { normalMoment } from '../inputs/members.js';
import type { Page } from '../inputs/pagination.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordEntity } from '../views/record.entity.js';
import { RecordSearch } from './record-search.js';
import type { RecordFilter } from '../views/records/record-filter.sql.js';
import type { RecordQuery } from './record.bodies.js';

/** Lists a project's records, newest first. */
@Injectable()
export class ListRecords {
  constructor(
    @InjectRepository(RecordEntity) private readonly records: Repository<RecordEntity>,
    private readonly views: GatewayViews,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A page of the records that fit all filters. After a long search it ends early.
   * @throws ServiceError `request.invalid` for a cursor of another list, `service.unavailable` while the view is too far
   *   behind.
   */
  async execute(caller: AskingCaller, query: RecordQuery, now = new Date()): Promise<Page<RecordSnapshot>> {
    const cursors = this.cursors.of('record.list', caller.projectId, query);
    const after = cursors.time(query.cursor);
    this.views.freshness.records.require();
    const { limit } = query;
    const page = { after, limit: limit + 1, now: now.toISOString(), limited: caller.authorities !== null };
    const search = new RecordSearch<RecordEntity>(
      (text, values) => this.records.query(text, values),
      this.records.metadata.columns.map(({ databaseName }) => databaseName),
    );
    const { rows, searchedUntil } = await search.find(filterOf(caller, query), page);
    const found = cursors.page(
      rows,
      limit,
      (row) => [row.registered_at, row.id],
      (row) => shownRecord(row, now),
    );
    if (found.next_cursor !== null || searchedUntil === null) return found;
    return { ...found, next_cursor: cursors.after(searchedUntil) };
  }
}

const MOMENTS = ['registered_since', 'registered_until', 'updated_since', 'updated_until'] as const;

function filterOf({ projectId, authorities }: AskingCaller, query: RecordQuery): RecordFilter {
  const { limit: _limit, cursor: _cursor, authority_id: wanted, ...filters } = query;
  const reached = authorities?.filter((id) => wanted === undefined || id === wanted);
  const filter: RecordFilter = {
    ...filters,
    project_id: projectId as string,
    authorities: reached ?? (wanted === undefined ? null : [wanted]),
  };
  for (const name of MOMENTS) {
    const moment = filter[name];
    if (moment !== undefined) filter[name] = normalMoment(moment);
  }
  return filter;
}

/** A record as it is answered, with its current state. */
export function shownRecord(record: RecordSnapshot, now = new Date()): RecordSnapshot {
  return { ...record, state: recordStateAt(record, now) };
}
