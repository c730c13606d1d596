import { createHash } from 'node:crypto';
import { EventStore, eventLogSql, type Append, type StoredResult } from '@service/event-store';
import { KEYED_ACCESS } from '@service/platform/boundaries';
import { startEmbeddedServer } from '@service/platform/embedded-postgres';
import { createLogger } from '@service/platform/logging';
import { createPool } from '@service/platform/postgres';
import type { Pool } from 'pg';
import { closedLoop } from '../load/closed-loop.ts';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import { createPlainRows, insertPlainRow } from './plain-rows.ts';

const SCHEMA = 'bench';
const CONNECTIONS = 16;
const SECONDS = 4;
/** 16 again at the end, when the table has grown: an append must not cost more then. */
const CALLERS = [1, 16, 64, 512, 16];
/** What storing a command's result under its idempotency key adds to the append. */
const KEYED_CALLERS = [16, 512];

interface Rate {
  events: number;
  perSecond: number;
  p50: number;
  p99: number;
}

interface Measured {
  what: string;
  callers: number;
  /** Rows that the table held at the beginning. */
  rows: number;
  rate: Rate;
}

/** Appends of the event store against single-row inserts of the same bytes, on one embedded server. */
export async function measureAppends(directory: string, element: string): Promise<Section> {
  const server = await startEmbeddedServer({ directory, database: 'bench', parameters: KEYED_ACCESS });
  const logger = createLogger('error');
  const pool = createPool(server.url, { max: CONNECTIONS, applicationName: 'bench', logger });
  try {
    await prepare(pool);
    const store = new EventStore(pool, SCHEMA);
    const insert = (id: string) => insertPlainRow(pool, SCHEMA, id, element);
    const append = async (id: string, result: StoredResult | null = null) => {
      const { appended } = await store.append({ ...toAppend(id, element), result });
      if (!appended) throw new Error('An append met a conflict.');
    };
    const appendKeyed = (id: string) => append(id, toResult(id, element));
    const before = await repeat(CONNECTIONS, 'insert-a', insert);
    const measured: Measured[] = [];
    let rows = 0;
    for (const [turn, callers] of CALLERS.entries()) {
      const rate = await repeat(callers, `append-${turn}`, (id) => append(id));
      measured.push({ what: 'append', callers, rows, rate });
      rows += rate.events;
    }
    for (const callers of KEYED_CALLERS) {
      const rate = await repeat(callers, `keyed-${callers}`, appendKeyed);
      measured.push({ what: 'append, result', callers, rows, rate });
      rows += rate.events;
    }
    const after = await repeat(CONNECTIONS, 'insert-b', insert);
    const inserts = (before.perSecond + after.perSecond) / 2;
    const insertion = { what: 'insert', callers: CONNECTIONS };
    const all: Measured[] = [
      { ...insertion, rows: 0, rate: before },
      ...measured,
      { ...insertion, rows: before.events, rate: after },
    ];
    return {
      title: `events appended a second, against single-row inserts of the same ${element.length} bytes`,
      rows: all.map(({ what, callers, rows: rowsBefore, rate }) => ({
        what,
        callers,
        rows_before: rowsBefore,
        per_second: Math.round(rate.perSecond),
        ratio: rate.perSecond / inserts,
        p50_ms: rate.p50,
        p99_ms: rate.p99,
      })),
      notes: [
        `Both commit durably. An insert is one statement on one of ${CONNECTIONS} connections; an append also`,
        'checks and raises its stream’s version, and shares its commit with those that run at the same time.',
        'A result is stored for a command with an idempotency key; its reply is as long as the element.',
      ],
    };
  } finally {
    await pool.end();
    await server.stop();
  }
}

async function prepare(pool: Pool): Promise<void> {
  await createPlainRows(pool, SCHEMA);
  for (const statement of eventLogSql(SCHEMA)) await pool.query(statement);
}

function toAppend(id: string, element: string): Append {
  const stream_id = `rec_${id}`;
  return {
    streams: [{ stream_id, expected: 0 }],
    events: [
      {
        stream_id,
        event_id: `evt_${id}`,
        type: 'service.record.registered',
        schema_version: 1,
        element,
        data: null,
        companion: null,
      },
    ],
    claims: [],
  };
}

/** The result of a command whose reply is as long as its element. */
function toResult(id: string, element: string): StoredResult {
  return {
    key: createHash('sha256').update(id).digest('hex'),
    command_id: `cmd_${id}`,
    body_digest: createHash('sha256').update(element).digest('hex'),
    reply: { element },
    refusal: null,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  };
}

/** Rate at which callers, each waiting for its own call, get some work done. */
async function repeat(callers: number, name: string, call: (id: string) => Promise<void>): Promise<Rate> {
  const { latencies, perSecond } = await closedLoop(callers, SECONDS, (number) => call(`${name}-${number}`));
  return {
    events: latencies.length,
    perSecond,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}
