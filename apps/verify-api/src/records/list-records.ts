import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Cursors } from '../inputs/cursors.js';
import { normalMoment } from '../inputs/members.js';
import type { Page } from '../inputs/pagination.js';
import { MetadataReader } from '../use-cases/metadata-reader.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordEntity } from '../views/record.entity.js';
import { RecordSearch } from './record-search.js';
import type { RecordFilter } from '../views/records/record-filter.sql.js';
import type { RecordQuery } from './record.bodies.js';
import { shownRecord, type ShownRecord } from './shown-record.js';

/** Lists a project's records, newest first. */
@Injectable()
export class ListRecords {
  constructor(
    @InjectRepository(RecordEntity) private readonly records: Repository<RecordEntity>,
    private readonly views: GatewayViews,
    private readonly cursors: Cursors,
    private readonly metadata: MetadataReader,
  ) {}

  /**
   * A page of the records that fit all filters. After a long search it ends early.
   * @throws ServiceError `request.invalid` for a cursor of another list, `service.unavailable` while the view is too far
   *   behind.
   */
  async execute(caller: AskingCaller, query: RecordQuery, now = new Date()): Promise<Page<ShownRecord>> {
    const cursors = this.cursors.of('record.list', caller.projectId, query);
    const after = cursors.time(query.cursor);
    this.views.freshness.records.require();
    const { limit } = query;
    const page = { after, limit: limit + 1, now: now.toISOString(), limited: caller.authorities !== null };
    const search = new RecordSearch<RecordEntity>(
      (text, values) => this.records.query(text, values),
      this.records.metadata.columns.map(({ databaseName }) => databaseName),
    );
    const { metadata: pairs } = query;
    const isFiltered = pairs !== undefined && Object.keys(pairs).length > 0;
    const metadata = isFiltered ? await this.metadata.having(caller, pairs) : undefined;
    const { rows, searchedUntil } = await search.find(filterOf(caller, query, metadata), page);
    const found = cursors.page(
      rows,
      limit,
      (row) => [row.registered_at, row.id],
      (row) => shownRecord(row, now),
    );
    const shown = await this.metadata.showPage('record_store', found);
    if (found.next_cursor !== null || searchedUntil === null) return shown;
    return { ...shown, next_cursor: cursors.after(searchedUntil) };
  }
}

const MOMENTS = ['registered_since', 'registered_until', 'updated_since', 'updated_until'] as const;

function filterOf(
  { projectId, authorities }: AskingCaller,
  query: RecordQuery,
  metadata: RecordFilter['metadata'],
): RecordFilter {
  const { limit: _limit, cursor: _cursor, metadata: _pairs, authority_id: wanted, ...filters } = query;
  const reached = authorities?.filter((id) => wanted === undefined || id === wanted);
  const filter: RecordFilter = {
    ...filters,
    ...(metadata && { metadata }),
    project_id: projectId as string,
    authorities: reached ?? (wanted === undefined ? null : [wanted]),
  };
  for (const name of MOMENTS) {
    const moment = filter[name];
    if (moment !== undefined) filter[name] = normalMoment(moment);
  }
  return filter;
}
