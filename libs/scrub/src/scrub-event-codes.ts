import { publishedSchema } from '@service/platform/boundaries';
import type { CodedEvent, EventAuthentication } from '@service/event-store';
import type { PoolClient } from 'pg';
import { at } from './compare-stream.js';
import { differenceOf, type Difference } from './difference.js';
import type { Walk } from './walk.js';

type CodedRow = CodedEvent & { mac: string | null };

/** Finds the events with data and the elements of keys that the owner of a log did not write. */
export class EventCodesWalk implements Walk {
  private after = { stream_id: '', version: 0 };
  private last: CodedRow | undefined;
  size = 0;

  constructor(
    private readonly log: string,
    private readonly authentication: EventAuthentication,
    private readonly pageSize: number,
  ) {}

  async look(client: PoolClient): Promise<Difference[]> {
    const { rows } = await client.query<CodedRow>(
      `SELECT stream_id, version, event_id, type, schema_version, element, data, mac
       FROM ${publishedSchema(this.log)}.events
       WHERE (stream_id, version) > ($1, $2::integer) ORDER BY stream_id, version LIMIT $3`,
      [this.after.stream_id, this.after.version, this.pageSize],
    );
    this.size = rows.length;
    this.last = rows.at(-1);
    return rows
      .filter(
        ({ mac, ...event }) => !this.authentication.isAuthentic(mac === null ? event : { ...event, mac }),
      )
      .map((event) => differenceOf(event.stream_id, 'event', at(event, 'its owner did not write it')));
  }

  advance(): boolean {
    if (this.last === undefined) return false;
    this.after = this.last;
    this.last = undefined;
    return true;
  }
}
