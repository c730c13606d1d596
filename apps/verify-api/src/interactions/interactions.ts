import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InteractionHistory, historyOf, type ShownInteraction } from '@service/history';
import type { ExportFormatName } from '@service/platform/exports';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import type { Call } from '../interface/call.js';
import { Exports } from '../lists/exports.js';
import type { InteractionQuery } from './interaction.query.js';
import { placeOf, searchOf } from './interaction-search.js';

/** Lists and exports of a project's interaction history. */
@Injectable()
export class Interactions {
  constructor(
    private readonly history: InteractionHistory,
    private readonly cursors: Cursors,
    private readonly exports: Exports,
  ) {}

  /** @throws ServiceError `request.invalid` for a cursor of another list, or a span that ends before it begins. */
  async list(projectId: string | null, query: InteractionQuery): Promise<Page<ShownInteraction>> {
    const cursors = this.cursors.of('interactions.list', projectId, query);
    const search = searchOf(historyOf(projectId), query, cursors.time(query.cursor));
    const { data, below } = await this.history.list(search, query.limit);
    return { data, next_cursor: below === null ? null : cursors.after(placeOf(below)) };
  }

  /**
   * All interactions that match, as NDJSON or CSV. Before each chunk the caller is admitted again, so that the stream breaks
   * off where its credential was revoked or has expired.
   * @throws ServiceError as `list`, and `rate.limited` where too many exports are under way.
   */
  async export(call: Call, query: InteractionQuery, format: ExportFormatName): Promise<Readable> {
    const { projectId, requestContext } = call;
    const after = this.cursors.of('interactions.list', projectId, query).time(query.cursor);
    const search = searchOf(historyOf(projectId), query, after);
    return this.exports.begin(call, () =>
      this.history.export(search, requestContext.requireStillAdmitted, format),
    );
  }
}
