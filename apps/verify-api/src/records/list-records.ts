import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { RecordSnapshot } from '@service/contracts';
import { recordStateAt, type RecordState } from '@service/evidence';
import { In, IsNull, LessThanOrEqual, MoreThan, Repository, type FindOptionsWhere } from 'typeorm';
import { Cursors } from '../inputs/cursors.js';
import { filtersOf, type Page } from '../inputs/pagination.js';
import { listNewest } from '../use-cases/list-newest.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordEntity } from '../views/record.entity.js';
import type { RecordQuery } from './record.bodies.js';

/** Lists a project's records, newest first. */
@Injectable()
export class ListRecords {
  constructor(
    @InjectRepository(RecordEntity) private readonly records: Repository<RecordEntity>,
    private readonly views: GatewayViews,
    private readonly cursors: Cursors,
  ) {}

  async execute(caller: AskingCaller, query: RecordQuery, now = new Date()): Promise<Page<RecordSnapshot>> {
    const { state: _state, ...given } = filtersOf(query);
    const reached = authoritiesOf(caller, query.authority_id);
    const where = { project_id: caller.projectId as string, ...given, ...reached };
    return listNewest(
      this.records,
      {
        cursors: this.cursors.of('record.list', caller.projectId, query),
        freshness: this.views.freshness.records,
        timeColumn: 'registered_at',
        where: statesOf(query.state, now.toISOString()).map((states) => ({ ...where, ...states })),
        toItem: (row) => shownRecord(row, now),
      },
      query,
    );
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

/** A record as it is answered, with its current state. */
export function shownRecord(record: RecordSnapshot, now = new Date()): RecordSnapshot {
  return { ...record, state: recordStateAt(record, now) };
}
