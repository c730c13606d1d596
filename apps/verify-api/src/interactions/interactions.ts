import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  InteractionHistory,
  historyOf,
  type ShownInteraction,
  LAST,
  type LineSearch,
} from '@service/history';
import type { ExportFormatName } from '@service/platform/exports';
import { Cursors, type TimeKey } from '../interface/inputs/cursors.js';
import { type Page, foreignCursor } from '../interface/inputs/pagination.js';
import type { Call } from '../interface/call.js';
import { Exports } from '../lists/exports.js';
import type { InteractionQuery } from './interaction.query.js';
import { invalidRequest } from '@service/contracts';
import { READING_NAMES } from '../interface/operation-names.js';

/** Successful reads and deliveries, which changed nothing. Exports are not among them, because they take data out in bulk. */
const READS = {
  outcome: 'succeeded',
  operations: new Set([
    'changes.follow',
    'deliveries.deliver',
    ...READING_NAMES.filter((name) => !name.endsWith('.export')),
  ]),
};

/**
 * The search for a query of a project's interactions.
 * @param after where the previous page ended; null for the first page.
 * @throws ServiceError `request.invalid` for a cursor of another list, or `to` not after `from`.
 */
export function searchOf(projectId: string, query: InteractionQuery, after: TimeKey | null): LineSearch {
  const { limit: _limit, cursor: _cursor, from, to, reads, ...named } = query;
  if (after !== null && !isMoment(after[0])) {
    throw foreignCursor();
  }
  if (from !== undefined && to !== undefined && from >= to) {
    throw invalidRequest('to', 'must be later than from');
  }
  const ends = [to === undefined ? LAST : `${to} `, after === null ? LAST : after.join(' ')];
  const below = ends.sort()[0] as string;
  const filter = reads === false ? { ...named, without: READS } : named;
  return { projectId, filter, range: { from: from ?? '', below } };
}

/** The place below the last line of a page: its moment and its id. */
function placeOf(below: string): TimeKey {
  return [below.slice(0, 24), below.slice(25)];
}

function isMoment(text: string): boolean {
  const moment = new Date(text);
  return text >= '0001' && !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}

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
