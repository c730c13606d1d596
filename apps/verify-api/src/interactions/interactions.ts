import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InteractionHistory, type ShownInteraction } from '@service/history';
import { Cursors } from '../inputs/cursors.js';
import type { Page } from '../inputs/pagination.js';
import type { Call } from '../operations/call.js';
import type { InteractionQuery } from './interaction.query.js';
import { placeOf, searchOf } from './interaction-search.js';

/** Lists and exports of a project's interaction history. */
@Injectable()
export class Interactions {
  constructor(
    private readonly history: InteractionHistory,
    private readonly cursors: Cursors,
  ) {}

  /** @throws ServiceError `request.invalid` for a cursor of another list, or a time that ends before it begins. */
  async list(projectId: string, query: InteractionQuery): Promise<Page<ShownInteraction>> {
    const cursors = this.cursors.of('interaction.list', projectId, query);
    const search = searchOf(projectId, query, cursors.time(query.cursor));
    const { data, below } = await this.history.list(search, query.limit);
    return { data, next_cursor: below === null ? null : cursors.after(placeOf(below)) };
  }

  /**
   * All interactions that match, as NDJSON. Before each chunk the caller is admitted again, so that the stream breaks
   * off where its credential was revoked or has expired.
   * @throws ServiceError as `list`.
   */
  export({ projectId, requestContext }: Call, query: InteractionQuery): Promise<Readable> {
    const after = this.cursors.of('interaction.list', projectId, query).time(query.cursor);
    return this.history.export(searchOf(projectId, query, after), requestContext.requireStillAdmitted);
  }
}
