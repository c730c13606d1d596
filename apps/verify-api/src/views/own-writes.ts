import { UnavailableError, type RecordSnapshot } from '@service/contracts';
import { STALE_AFTER } from '@service/messaging';
import { reaches, type AskingCaller } from './asking-caller.js';
import { VIEW_WAIT, type ShownVersions } from './shown-versions.js';

type Written = Pick<RecordSnapshot, 'id' | 'project_id' | 'authority_id' | 'version'>;

interface UnshownWrite extends Written {
  /** Milliseconds since 1970 from which on no read waits for it: a view that lacks it still is stale, and answers nothing. */
  until: number;
  /** The wait that its readers share, while one of them waits. */
  shown?: Promise<boolean> | undefined;
}

/**
 * Writes of records that this gateway has answered from the owner's reply, and that its view may not show yet. A read of
 * such a record waits for the view, and so does a list or a look-up in its project. So a caller sees what it has written,
 * and no write waits for a view.
 */
export class OwnWrites {
  /** By record, the oldest first. */
  private readonly writes = new Map<string, UnshownWrite>();

  constructor(
    private readonly shown: Pick<ShownVersions, 'announce' | 'tables'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Call this with the owner's reply, before the write is answered. */
  note({ id, project_id, authority_id, version }: Written): void {
    this.shown.announce(id, version);
    if (this.shown.tables.knows(id, version)) return;
    this.dropOldest();
    const before = this.writes.get(id)?.version ?? 0;
    // Deletes the old entry, so that the new one comes last.
    this.writes.delete(id);
    const until = this.now() + STALE_AFTER;
    this.writes.set(id, { id, project_id, authority_id, version: Math.max(version, before), until });
  }

  /** The authority of a record that was just written; null for another record, and for a caller that cannot reach it. */
  authorityOf(caller: AskingCaller, id: string): string | null {
    return this.awaited(caller, id)?.authority_id ?? null;
  }

  /**
   * Resolves when the view shows the write of a record; null if there is nothing to wait for. A caller that cannot reach the
   * record does not wait: it must not learn that the record exists.
   * @throws ServiceError `service.unavailable` where the view does not show it within three seconds.
   */
  ofRecord(caller: AskingCaller, id: string): Promise<void> | null {
    const write = this.awaited(caller, id);
    return write === null ? null : this.requireShown(write);
  }

  /**
   * Resolves when the view shows all writes of the project that the caller can reach, at the latest after three seconds; null for
   * none.
   * @returns whether the view shows them.
   */
  ofProject(caller: AskingCaller): Promise<boolean> | null {
    this.dropOldest();
    const unshown = [...this.writes.values()].filter((write) => this.isAwaited(caller, write));
    return unshown.length === 0 ? null : this.allShown(unshown);
  }

  private async allShown(writes: readonly UnshownWrite[]): Promise<boolean> {
    return (await Promise.all(writes.map((write) => this.untilShown(write)))).every(Boolean);
  }

  private awaited(caller: AskingCaller, id: string): UnshownWrite | null {
    const write = this.writes.get(id);
    return write !== undefined && this.isAwaited(caller, write) ? write : null;
  }

  private isAwaited(caller: AskingCaller, write: UnshownWrite): boolean {
    if (write.project_id !== caller.projectId || !reaches(caller, write.authority_id)) return false;
    return !this.isOver(write);
  }

  private async requireShown(write: UnshownWrite): Promise<void> {
    if (await this.untilShown(write)) return;
    throw new UnavailableError({ cause: 'versions_not_shown', ids: [write.id] });
  }

  private untilShown(write: UnshownWrite): Promise<boolean> {
    // All readers share one wait, because each wait has a timer.
    return (write.shown ??= this.shown.tables.shows(write.id, write.version, VIEW_WAIT).then((shown) => {
      write.shown = undefined;
      return shown;
    }));
  }

  private isOver({ id, version, until }: UnshownWrite): boolean {
    return this.now() >= until || this.shown.tables.knows(id, version);
  }

  /** Drops the oldest writes that no read waits for any more, at each write: memory holds those of the last seconds at most. */
  private dropOldest(): void {
    for (const write of this.writes.values()) {
      if (!this.isOver(write)) return;
      this.writes.delete(write.id);
    }
  }
}
