import { Injectable } from '@nestjs/common';
import { dayOf } from '@service/platform/days';
import type { ExportFormatName } from '@service/platform/exports';
import { Pool } from 'pg';
import type { Readable } from 'node:stream';
import { checkDay, type DayCheck } from './checking/check-day.js';
import { exportInteractions } from './reading/export-interactions.js';
import { listInteractions, type FoundInteractions } from './reading/list-interactions.js';
import type { LineSearch } from './reading/newest-lines.js';
import { readInteractionOf } from './reading/read-interaction.js';
import type { ShownInteraction } from './reading/shown-interaction.js';

/** The history of one project, for its auditors. */
@Injectable()
export class InteractionHistory {
  constructor(private readonly pool: Pool) {}

  /** Newest first, at most `limit` at once. */
  list(search: LineSearch, limit: number): Promise<FoundInteractions> {
    return listInteractions(this.pool, search, limit);
  }

  /**
   * All interactions that match a search, newest first, as NDJSON or in another format.
   * @param requireAllowed called before each chunk; what it throws ends the export.
   */
  export(search: LineSearch, requireAllowed: () => void, format?: ExportFormatName): Promise<Readable> {
    return exportInteractions(this.pool, search, requireAllowed, format);
  }

  /** @throws ServiceError `interaction.not_found`. */
  read(projectId: string, requestId: string): Promise<ShownInteraction> {
    return readInteractionOf(this.pool, projectId, requestId);
  }

  /** @param day today by default. */
  check(projectId: string, day = dayOf(Date.now())): Promise<DayCheck> {
    return checkDay(this.pool, projectId, day);
  }
}
