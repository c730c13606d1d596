import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Received } from './receiver.js';

/** The same event at the same endpoint once more. */
export interface Repetition {
  path: string;
  id: string;
  type: string;
  /** Milliseconds since 1970 of its first arrival, and of this one. */
  first: number;
  again: number;
}

/** The order in which each record's events are written. */
const ORDER = ['service.record.registered', 'service.record.suspended'];

/** Milliseconds by which a delivery may arrive late that was sent before its sender was killed, where this process is not
 *  late itself. */
const SEEN_LATE = 10_000;

/** Counts the arrivals of records' events at endpoints, and stores only the times of first arrivals. */
export class Arrivals {
  /** Events at endpoints, each counted once. */
  count = 0;
  readonly repetitions: Repetition[] = [];
  /** Events that arrived before an earlier event. */
  readonly disorder: string[] = [];
  /** How late this process takes what has arrived: seconds, where it gets little of the processor. */
  private readonly delay = monitorEventLoopDelay();
  private readonly firsts = new Map<string, Map<string, (number | undefined)[]>>();

  /** @param paths of the endpoints that count. */
  constructor(paths: readonly string[]) {
    for (const path of paths) this.firsts.set(path, new Map());
    this.delay.enable();
  }

  take({ path, event, at }: Pick<Received, 'path' | 'event' | 'at'>): void {
    const ofEndpoint = this.firsts.get(path);
    if (ofEndpoint === undefined) return;
    const [id, type] = [String(event['record_id']), String(event['type'])];
    const ofRecord = ofEndpoint.get(id) ?? [];
    ofEndpoint.set(id, ofRecord);
    const place = ORDER.indexOf(type);
    const first = ofRecord[place];
    if (first !== undefined) {
      this.repetitions.push({ path, id, type, first, again: at });
      return;
    }
    if (place > 0 && ofRecord[place - 1] === undefined) this.disorder.push(`${type} of ${id} at ${path}`);
    ofRecord[place] = at;
    this.count += 1;
  }

  /** Repetitions without a kill between their arrivals. @param kills milliseconds since 1970. */
  unexplained(kills: readonly number[]): Repetition[] {
    const late = SEEN_LATE + this.delay.max / 1e6;
    return this.repetitions.filter(
      ({ first, again }) => !kills.some((kill) => first <= kill + late && kill <= again),
    );
  }
}
