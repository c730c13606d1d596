import type { Pool, QueryResult, QueryResultRow } from 'pg';

interface Read {
  name: string;
  text: string;
  values: readonly unknown[];
}

/** Sends a read once that several readers ask for in one turn of the event loop, as followers do that one append wakes. */
export class SharedReads {
  private readonly asked = new Map<string, Promise<QueryResult>>();

  /** @param pool of a role that may read what all readers read. */
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** The rows are shared, so nobody may change them. The read is sent after the call, so it shows all that was committed before. */
  query<Row extends QueryResultRow>(read: Read): Promise<QueryResult<Row>> {
    const key = JSON.stringify([read.name, read.values]);
    let rows = this.asked.get(key) as Promise<QueryResult<Row>> | undefined;
    if (rows === undefined) {
      rows = new Promise<void>((resolve) => process.nextTick(resolve)).then(() => {
        this.asked.delete(key);
        return this.pool.query<Row>({ ...read, values: [...read.values] });
      });
      this.asked.set(key, rows);
    }
    return rows;
  }
}
