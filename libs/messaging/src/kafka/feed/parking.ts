import type { RecordedEvent, VersionedConsumer } from '@service/event-store';
import type { Pool, PoolClient } from 'pg';

/** The parked streams of a consumer: it could not apply an event of theirs, and goes on with the others. */
export class Parking {
  constructor(
    private readonly pool: Pool,
    private readonly consumer: VersionedConsumer,
  ) {}

  /** Parks an event's stream, from this event on. */
  async park({ stream_id, version }: RecordedEvent, cause: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO ${this.consumer.schema}.parked_streams (consumer, stream_id, version, cause)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (consumer, stream_id) DO UPDATE
         SET cause = excluded.cause, parked_at = now(), replay_requested = false`,
      [this.consumer.name, stream_id, version, cause],
    );
  }

  /** The streams whose replay was requested. */
  async requested(): Promise<string[]> {
    const { rows } = await this.pool.query<{ stream_id: string }>(
      `SELECT stream_id FROM ${this.consumer.schema}.parked_streams WHERE consumer = $1 AND replay_requested`,
      [this.consumer.name],
    );
    return rows.map((row) => row.stream_id);
  }

  /** Stores why the replay of a stream failed; the stream stays parked. */
  async refuse(streamId: string, cause: string): Promise<void> {
    await this.pool.query(
      `UPDATE ${this.consumer.schema}.parked_streams SET cause = $3, replay_requested = false
       WHERE consumer = $1 AND stream_id = $2`,
      [this.consumer.name, streamId, cause],
    );
  }

  /**
   * Unparks a stream, in the transaction that applies what it missed; answers the version that the tables have.
   */
  async unpark(client: PoolClient, streamId: string): Promise<number> {
    const { schema, name } = this.consumer;
    await client.query(`DELETE FROM ${schema}.parked_streams WHERE consumer = $1 AND stream_id = $2`, [
      name,
      streamId,
    ]);
    const { rows } = await client.query<{ version: number }>(
      `SELECT version FROM ${schema}.stream_versions WHERE consumer = $1 AND stream_id = $2`,
      [name, streamId],
    );
    return rows[0]?.version ?? 0;
  }
}
