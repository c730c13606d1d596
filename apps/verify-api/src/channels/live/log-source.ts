import type { LiveSource } from './live-source.js';
import type { Change } from './live-topics.js';

/** Milliseconds between two changes of the log: it grows with nearly every request. */
const PAUSE = 1_000;

/** The newest checkpoint of the log, which every gateway reads anyway. It belongs to no project. */
export class LogSource implements LiveSource {
  readonly name = 'log';
  readonly topics = ['log'] as const;
  private announced = 0;
  private announcedAt = 0;

  /** @param heads has the size of the newest published tree. */
  constructor(private readonly heads: { readonly newestSize: number }) {}

  look(projectIds: readonly string[]): Promise<ReadonlyMap<string, readonly Change[]>> {
    const { newestSize: size } = this.heads;
    const now = performance.now();
    if (size === this.announced || now - this.announcedAt < PAUSE) return Promise.resolve(new Map());
    const changes = changesBetween(this.announced, size);
    this.announced = size;
    this.announcedAt = now;
    return Promise.resolve(new Map(projectIds.map((id) => [id, changes])));
  }

  placeOf(): string {
    return String(this.announced);
  }

  since(_projectId: string, place: string): Promise<readonly Change[] | null> {
    return Promise.resolve(changesBetween(Number(place), this.heads.newestSize));
  }
}

/** A log that became shorter has been restored, so that everything must be read again. */
function changesBetween(before: number, after: number): readonly Change[] {
  if (before === after) return [];
  return [{ topic: 'log', count: after > before ? after - before : null, ids: [] }];
}
