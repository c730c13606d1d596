import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseBytes } from '../filled-service.ts';
import { renderCurves, type Curves } from '../growth/curve.ts';
import { machineTime, serviceMegabytes, stolenShare } from '../process-figures.ts';
import type { Section } from '../section.ts';
import { deliverAtOnce, exampleBody, withDispatcher, type Stage } from './stage.ts';

/** Upper limit of the backlogs, in deliveries: `BACKLOG`. They begin at 1,000, and each is ten times the one before. */
const BACKLOG = Number(process.env['BACKLOG'] ?? 100_000);
const FIRST_STEP = 1_000;
const ENDPOINTS = 20;

interface Size {
  deliveries: number;
  per_second: number;
  dispatcher_megabytes: number | null;
  database_bytes_per_delivery: number;
  stolen: number;
}

/** How fast one process delivers events that were all committed at once, however many; with a picture in a directory. */
export async function measureBacklog(directory: string, pictures: string): Promise<Section> {
  const body = exampleBody();
  const sizes = await withDispatcher(directory, { answering: ENDPOINTS, hanging: 0 }, async (stage) => {
    // Not measured: connections are opened and code is compiled.
    await deliverAtOnce(stage, FIRST_STEP, body);
    const measured: Size[] = [];
    for (let deliveries = FIRST_STEP; deliveries <= BACKLOG; deliveries *= 10) {
      measured.push(await measureSize(stage, deliveries, body));
    }
    return measured;
  });
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, 'growth-deliveries.svg'), renderCurves(pictureOf(sizes)));
  return {
    title: `backlogs delivered to ${ENDPOINTS} endpoints`,
    rows: sizes.map((size) => ({ ...size })),
    notes: [
      'From the first commit of the backlog to its last delivery, with two signatures each and every outcome stored.',
      'The database and the receivers share the machine. Bytes are those by which the whole database grew.',
    ],
  };
}

async function measureSize(stage: Stage, deliveries: number, body: string): Promise<Size> {
  const [bytes, time] = [await databaseBytes(stage.databaseUrl), machineTime()];
  const per_second = await deliverAtOnce(stage, deliveries, body);
  const { pid } = stage.dispatcher;
  return {
    deliveries,
    per_second,
    dispatcher_megabytes: pid === undefined ? null : serviceMegabytes(pid),
    database_bytes_per_delivery: ((await databaseBytes(stage.databaseUrl)) - bytes) / deliveries,
    stolen: stolenShare(time, machineTime()),
  };
}

function pictureOf(sizes: readonly Size[]): Curves {
  return {
    title: 'How fast one process delivers a backlog',
    xLabel: 'deliveries that were due at once',
    yLabel: 'deliveries a second',
    lines: [{ name: 'delivered', points: sizes.map(({ deliveries: x, per_second: y }) => ({ x, y })) }],
  };
}
