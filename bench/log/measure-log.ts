import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStore, eventLogSql } from '@service/event-store';
import { KeyRing, hashElement } from '@service/evidence';
import { FileCheckpointStore } from '@service/messaging/checkpoints';
import { KEYED_ACCESS } from '@service/platform/boundaries';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { createLogger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import { LOG_SCHEMAS, Sequencer, logMigration } from '@service/record-store';
import { LogTiles } from '@service/verify-api';
import type { Pool } from 'pg';
import { percentile, spread } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';

/** How many elements are sequenced: `ENTRIES`. */
const ENTRIES = Number(process.env['ENTRIES'] ?? 100_000);
/** The trickle under which batches are measured: elements a second, and seconds. */
const TRICKLE = 2_000;
const TRICKLE_SECONDS = 10;
/** Elements of one insert into the event table. */
const CHUNK = 5_000;
/** Entries of the small log that reading is compared with, and receipts that are read of each log, one by one. */
const FEW = 1_000;
const READS = 2_000;
/** Milliseconds between two looks at what is published. */
const LOOK = 5;

/** Sequences elements that are already in an event table, and then some that arrive while it runs. */
export async function measureLog(directory: string, element: string): Promise<Section> {
  const server = await startEmbeddedServer({ directory, database: 'bench', parameters: KEYED_ACCESS });
  const logger = createLogger('error');
  const pool = createPool(server.url, { max: 10, applicationName: 'bench', logger });
  try {
    for (const schema of LOG_SCHEMAS.sources) {
      await pool.query(`CREATE SCHEMA ${schema}`);
      for (const statement of eventLogSql(schema)) await pool.query(statement);
    }
    await pool.query(logMigration(LOG_SCHEMAS.log).text());
    await pool.query(`CREATE TABLE ${LOG_SCHEMAS.log}.log_seals (number integer, digest bytea)`);
    await pool.query('CREATE VIEW record_store_published.log_tiles AS SELECT * FROM record_store.log_tiles');
    const sequencer = new Sequencer({
      pool,
      schemas: LOG_SCHEMAS,
      keys: KeyRing.generate(new Date().toISOString()),
      // No key is among the elements.
      authentication: { accepts: () => false },
      checkpoints: new FileCheckpointStore(`${directory}/checkpoint`),
      logger,
      origin: 'bench.example/development',
    });
    await insertElements(pool, element, 0, FEW);
    await sequenceTo(sequencer, FEW);
    const few = await readReceipts(pool, FEW);
    for (let at = FEW; at < ENTRIES; at += CHUNK) {
      await insertElements(pool, element, at, Math.min(CHUNK, ENTRIES - at));
    }
    await pool.query('VACUUM ANALYZE record_store.events');
    await pool.query('CHECKPOINT');
    const startedAt = performance.now();
    await sequenceTo(sequencer, ENTRIES);
    const seconds = (performance.now() - startedAt) / 1_000;
    const bytes = await bytesOnDisk(pool);
    const many = await readReceipts(pool, ENTRIES);
    await sequencer.begin(null);
    const latencies = await trickle(pool, element, sequencer);
    await sequencer.end();
    return {
      title: `the transparency log: ${ENTRIES} elements of ${element.length} bytes sequenced, and a trickle`,
      rows: [
        {
          what: 'waiting',
          entries: ENTRIES - FEW,
          entries_per_second: Math.round((ENTRIES - FEW) / seconds),
          bytes_per_entry: Math.round(bytes / ENTRIES),
          p50_ms: null,
          p99_ms: null,
        },
        {
          what: `at ${TRICKLE} a second`,
          entries: latencies.length,
          entries_per_second: Math.round(latencies.length / TRICKLE_SECONDS),
          bytes_per_entry: null,
          p50_ms: percentile(latencies, 0.5),
          p99_ms: percentile(latencies, 0.99),
        },
        ...[few, many].map((read, index) => ({
          what: `a receipt is read of ${index === 0 ? FEW : ENTRIES}`,
          entries: READS,
          entries_per_second: null,
          bytes_per_entry: null,
          ...spread(read),
        })),
      ],
      notes: [
        'Elements were inserted straight into the event table. Latency is from an append’s answer until its receipt is',
        `published, seen every ${LOOK} ms. Bytes are those of all tables and indexes of the log.`,
      ],
    };
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** Sequences waiting elements until the log has a number of leaves. */
async function sequenceTo(sequencer: Sequencer, size: number): Promise<void> {
  await sequencer.begin(null);
  while ((sequencer.status?.size ?? 0) < size) await pause(LOOK);
  await sequencer.end();
}

/** Milliseconds of each receipt of a random element in a log of some size, as an answer gets it. */
async function readReceipts(pool: Pool, size: number): Promise<number[]> {
  const tiles = new LogTiles(pool);
  const latencies: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const id = idOf(Math.floor(Math.random() * size));
    const began = performance.now();
    const { rows } = await pool.query<{ index: number; tree_size: number }>({
      name: 'read_place',
      text: `SELECT l.index::float8, c.tree_size::float8, c.note FROM record_store.log_leaves AS l CROSS JOIN LATERAL (
          SELECT * FROM record_store.log_checkpoints WHERE tree_size > l.index ORDER BY tree_size LIMIT 1
        ) AS c WHERE l.subject_id = $1 AND l.sequence = 1`,
      values: [id],
    });
    const [place] = rows;
    if (place === undefined) throw new Error(`${id} has no receipt.`);
    await tiles.tree(place.tree_size).inclusionProof(place.index);
    latencies.push(performance.now() - began);
  }
  return latencies;
}

function idOf(number: number): string {
  return `rec_${String(number).padStart(26, '0')}`;
}

/** Inserts the first elements of a number of records in one statement. */
async function insertElements(pool: Pool, element: string, from: number, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => idOf(from + at));
  await pool.query(
    `INSERT INTO record_store.events (stream_id, version, event_id, type, schema_version, element)
     SELECT id, 1, 'evt_' || id, 'service.record.registered', 1, text
     FROM unnest($1::text[], $2::text[]) AS row(id, text)`,
    [ids, ids.map((id) => elementOf(element, id))],
  );
}

/** The text of an element with the id of another record. */
function elementOf(element: string, id: string): string {
  const content = JSON.parse(element) as Record<string, unknown>;
  delete content['digest'];
  delete content['signature'];
  return hashElement({ ...content, record_id: id, salt: randomBytes(16).toString('base64url') }).text;
}

/** Milliseconds from each append's answer until it is published. */
async function trickle(pool: Pool, element: string, sequencer: Sequencer): Promise<number[]> {
  const store = new EventStore(pool, 'record_store');
  store.onAppended(() => sequencer.nudge());
  const waiting: number[] = [];
  const latencies: number[] = [];
  let published = sequencer.status?.size ?? 0;
  const settle = () => {
    const size = sequencer.status?.size ?? published;
    const now = performance.now();
    for (const answeredAt of waiting.splice(0, size - published)) latencies.push(now - answeredAt);
    published = size;
  };
  const startedAt = performance.now();
  let sent = 0;
  const appends: Promise<unknown>[] = [];
  while (performance.now() - startedAt < TRICKLE_SECONDS * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * TRICKLE);
    for (; sent < due && sent < TRICKLE * TRICKLE_SECONDS; sent += 1) {
      const id = `rec_trickle_${sent}`;
      const appended = store.append({
        streams: [{ stream_id: id, expected: 0 }],
        events: [
          {
            stream_id: id,
            event_id: `evt_${id}`,
            type: 'service.record.registered',
            schema_version: 1,
            element: elementOf(element, id),
            data: null,
            companion: null,
          },
        ],
        claims: [],
      });
      appends.push(appended.then(() => waiting.push(performance.now())));
    }
    settle();
    await pause(LOOK);
  }
  await Promise.all(appends);
  while (waiting.length > 0) {
    settle();
    await pause(LOOK);
  }
  return latencies;
}

async function bytesOnDisk(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class AS c
     WHERE c.relnamespace = 'record_store'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'log\\_%'`,
  );
  return Number(rows[0]?.bytes ?? 0);
}
