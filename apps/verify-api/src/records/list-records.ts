import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { agreedDate } from '@service/contracts';
import type { RecordSnapshot } from '@service/contracts';
import { exportedText, type ExportColumns, type ExportFormatName } from '@service/platform/exports';
import { DataSource } from 'typeorm';
import { Cursors, type TimeKey } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import type { Call } from '../interface/call.js';
import { Exports } from '../lists/exports.js';
import { MetadataReader } from '../lists/metadata-reader.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { GatewayViews } from '../views/gateway-views.js';
import { LISTED_COLUMNS } from '../views/records/record-columns.sql.js';
import { RecordSearch } from './record-search.js';
import type { RecordFilter } from '../views/records/record-filter.sql.js';
import type { RecordQuery } from './record.bodies.js';
import { shownRecord, type ShownRecord } from './shown-record.js';

/** Records as a table. */
const RECORD_COLUMNS: ExportColumns<ShownRecord> = {
  id: ({ id }) => id,
  external_id: ({ external_id }) => external_id,
  state: ({ state }) => state,
  version: ({ version }) => version,
  digest: ({ digest }) => digest,
  authority_id: ({ authority_id }) => authority_id,
  issuer: ({ issuer }) => issuer,
  origin: ({ origin }) => origin,
  content_digest: ({ content_digest }) => content_digest,
  expires_at: ({ expires_at }) => expires_at,
  successor_id: ({ successor_id }) => successor_id,
  reason: ({ reason }) => reason,
  metadata: ({ metadata }) => JSON.stringify(metadata),
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};

/** Lists a project's records, newest first. */
@Injectable()
export class ListRecords {
  constructor(
    private readonly database: DataSource,
    private readonly views: GatewayViews,
    private readonly cursors: Cursors,
    private readonly metadata: MetadataReader,
    private readonly exports: Exports,
  ) {}

  /**
   * A page of the records that fit all filters, with those that this gateway has just written. After a long search it ends
   * early.
   * @throws ServiceError `request.invalid` for a cursor of another list, `service.unavailable` while the view is too far
   *   behind.
   */
  async execute(caller: AskingCaller, query: RecordQuery): Promise<Page<ShownRecord>> {
    const cursors = this.cursors.of('records.list', caller.projectId, query);
    const after = cursors.time(query.cursor);
    const read = await this.reader(caller, query, agreedDate());
    const { data, next } = await read(after, query.limit);
    return { data, next_cursor: next === null ? null : cursors.after(next) };
  }

  /**
   * All matching records, as NDJSON or CSV. Before each chunk the credential is checked again, and the stream breaks off
   * if it was revoked or has expired.
   * @throws ServiceError as `execute`, and `rate.limited` where too many exports are under way.
   */
  async export(call: Call, query: RecordQuery, format: ExportFormatName): Promise<Readable> {
    const after = this.cursors.of('records.list', call.projectId, query).time(query.cursor);
    const { requireStillAdmitted: requireAllowed } = call.requestContext;
    return this.exports.begin(call, async () => {
      const pages = this.pagesFrom(after, await this.reader(call, query, agreedDate()));
      return exportedText({ pages, columns: RECORD_COLUMNS, requireAllowed }, format);
    });
  }

  private async *pagesFrom(start: TimeKey | null, read: ReadPage): AsyncGenerator<readonly ShownRecord[]> {
    for (let after = start; ;) {
      const { data, next } = await read(after, ROWS_OF_EXPORT);
      yield data;
      if (next === null) return;
      after = next;
    }
  }

  private async reader(caller: AskingCaller, query: RecordQuery, now: Date): Promise<ReadPage> {
    const { freshness, ownWrites } = this.views;
    freshness.records.require();
    await ownWrites.ofProject(caller);
    const search = new RecordSearch<RecordSnapshot>(
      (text, values) => this.database.query(text, values),
      LISTED_COLUMNS,
    );
    const { metadata: pairs } = query;
    const isFiltered = pairs !== undefined && Object.keys(pairs).length > 0;
    const metadata = isFiltered ? await this.metadata.having(caller, pairs) : undefined;
    const filter = filterOf(caller, query, metadata);
    const terms = { now: now.toISOString(), limited: caller.authorities !== null };
    return async (after, limit) => {
      freshness.records.require();
      const { rows, searchedUntil } = await search.find(filter, { after, limit: limit + 1, ...terms });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const next: TimeKey | null = last === undefined ? searchedUntil : [last.created_at, last.id];
      const data = await this.metadata.showAll(
        'record_store',
        shown.map((row) => shownRecord(row, now)),
      );
      return { data, next };
    };
  }
}

/** Records that an export reads at once: with the longest metadata they are a megabyte. */
const ROWS_OF_EXPORT = 100;

/** Reads records after a place; `next` is the place to continue from, null at the end. */
type ReadPage = (
  after: TimeKey | null,
  limit: number,
) => Promise<{ data: ShownRecord[]; next: TimeKey | null }>;

function filterOf(
  { projectId, authorities }: AskingCaller,
  query: RecordQuery,
  metadata: RecordFilter['metadata'],
): RecordFilter {
  const { limit: _limit, cursor: _cursor, metadata: _pairs, verdict: _verdict, ...given } = query;
  const { authority_id: wanted, ...filters } = given;
  const reached = authorities?.filter((id) => wanted === undefined || id === wanted);
  return {
    ...filters,
    ...(metadata && { metadata }),
    project_id: projectId as string,
    authorities: reached ?? (wanted === undefined ? null : [wanted]),
  };
}
