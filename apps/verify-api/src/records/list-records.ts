import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { RecordState } from '@service/evidence';
import { In, IsNull, LessThanOrEqual, MoreThan, Repository, type FindOptionsWhere } from 'typeorm';
import { Cursors } from '../inputs/cursors.js';
import { filtersOf, type Page } from '../inputs/pagination.js';
import { MetadataReader } from '../use-cases/metadata-reader.js';
import { listNewest } from '../use-cases/list-newest.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordEntity } from '../views/record.entity.js';
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

  async execute(caller: AskingCaller, query: RecordQuery, now = new Date()): Promise<Page<ShownRecord>> {
    const { state: _state, metadata: _metadata, ...given } = filtersOf(query);
    const reached = authoritiesOf(caller, query.authority_id);
    const where = { project_id: caller.projectId as string, ...given, ...reached };
    const having = query.metadata && (await this.metadata.having(caller.projectId as string, query.metadata));
    const page = await listNewest(
      this.records,
      {
        cursors: this.cursors.of('record.list', caller.projectId, query),
        freshness: this.views.freshness.records,
        timeColumn: 'registered_at',
        where: statesOf(query.state, now.toISOString()).map((states) => ({ ...where, ...states })),
        ...(having && { and: having }),
        toItem: (row) => shownRecord(row, now),
      },
      query,
    );
    return this.metadata.showPage('record_store', page);
  }
}

/** The condition for the requested authority, and for those that a limited caller can reach. */
function authoritiesOf(
  { authorities }: Pick<AskingCaller, 'authorities'>,
  wanted: string | undefined,
): FindOptionsWhere<RecordEntity> {
  if (authorities === null) return {};
  return { authority_id: In(authorities.filter((id) => wanted === undefined || id === wanted)) };
}

/** Rows in a state at a moment: a row that is due counts as expired, even before its event. */
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
