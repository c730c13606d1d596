import { Injectable } from '@nestjs/common';
import { dayOf } from '@service/platform/days';
import type { Pool } from 'pg';
import type { Readable } from 'node:stream';
import type { Page } from '../http/pagination.js';
import { checkDay, type DayCheck } from './checking/check-day.js';
import type { InteractionQuery } from './interaction.query.js';
import { exportInteractions } from './reading/export-interactions.js';
import { listInteractions } from './reading/list-interactions.js';
import { readInteractionOf } from './reading/read-interaction.js';
import type { ShownInteraction } from './reading/shown-interaction.js';

/** What auditors see of the history: that of their own project. */
@Injectable()
export class InteractionHistory {
  constructor(private readonly pool: Pool) {}

  /** @throws ServiceError `request.invalid` for a cursor of another list, or a time that ends before it begins. */
  list(projectId: string, query: InteractionQuery): Promise<Page<ShownInteraction>> {
    return listInteractions(this.pool, projectId, query);
  }

  /** As NDJSON. @throws ServiceError as a list does. */
  export(projectId: string, query: InteractionQuery): Promise<Readable> {
    return exportInteractions(this.pool, projectId, query);
  }

  /** @throws ServiceError `interaction.not_found`. */
  read(projectId: string, requestId: string): Promise<ShownInteraction> {
    return readInteractionOf(this.pool, projectId, requestId);
  }

  /** @param day today where none is given. */
  check(projectId: string, day = dayOf(Date.now())): Promise<DayCheck> {
    return checkDay(this.pool, projectId, day);
  }
}
