import { UnavailableError, type RecordSnapshot } from '@service/contracts';
import { reaches, type AskingCaller } from './asking-caller.js';
import { VIEW_WAIT, type ShownVersions } from './shown-versions.js';

type Written = Pick<RecordSnapshot, 'id' | 'project_id' | 'authority_id' | 'version'>;

interface UnshownWrite extends Written {
  /** Milliseconds since 1970 from which on no read waits for it. */
  until: number;
  /** The wait of its readers, once there is one. */
  shown?: Promise<boolean>;
}

/**
 * Writes of records that this gateway has answered from the owner's reply, and whose view may not show them yet. A read of
 * such a record waits for the view, and so does a list or a look-up in its project. So a caller sees what it has written,
 * and no write waits for a view.
 */
export class OwnWrites {
  /** By record, the oldest first. */
  private readonly writes = new Map<string, UnshownWrite>();

  constructor(
    private readonly shown: Pick<ShownVersions, 'announce' | 'tables'>,
    private readonly now: () => number = Date.now,
    private readonly wait = VIEW_WAIT,
  ) {}

  /** Call this with the owner's reply, before the write is answered. */
  note({ id, project_id, authority_id, version }: Written): void {
    this.shown.announce(id, version);
    if (this.shown.tables.knows(id, version)) return;
    this.dropOldest();
    const before = this.writes.get(id)?.version ?? 0;
    // Without the old entry, the new one is the last.
    this.writes.delete(id);
    const until = this.now() + this.wait;
    this.writes.set(id, { id, project_id, authority_id, version: Math.max(version, before), until });
  }

  /** The authority of a record that was just written; null for another record, and for a caller that cannot reach it. */
  authorityOf(caller: AskingCaller, id: string): string | null {
    return this.awaited(caller, id)?.authority_id ?? null;
  }

  /**
   * Resolves when the view shows what was written of a record; null where there is nothing to wait for. A caller that cannot
   * reach the record does not wait: it must not learn that there is one.
   * @throws ServiceError `service.unavailable` where the view does not show it within a second of the owner's reply.
   */
  ofRecord(caller: AskingCaller, id: string): Promise<void> | null {
    const write = this.awaited(caller, id);
    return write === null ? null : this.requireShown(write);
  }

  /**
   * Resolves when the view shows all writes of the project that the caller can reach, at the latest a second after their
   * answers; null for none.
   */
  ofProject(caller: AskingCaller): Promise<unknown> | null {
    this.dropOldest();
    const unshown = [...this.writes.values()].filter((write) => this.isAwaited(caller, write));
    return unshown.length === 0 ? null : Promise.all(unshown.map((write) => this.untilShown(write)));
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
    const { id, version, until } = write;
    // One wait for all readers: each has a timer.
    return (write.shown ??= this.shown.tables.shows(id, version, until - this.now()));
  }

  private isOver({ id, version, until }: UnshownWrite): boolean {
    return this.now() >= until || this.shown.tables.knows(id, version);
  }

  /** So no more are in memory than were made in the last second before the newest. */
  private dropOldest(): void {
    for (const write of this.writes.values()) {
      if (!this.isOver(write)) return;
      this.writes.delete(write.id);
    }
  }
}
