import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withinTime } from '@service/platform/scheduling';
import type { Admin, Kafka } from './port.js';

/** Milliseconds for which a group is empty before it is deleted: longer than anybody waits for a reply. */
const EMPTY_FOR = 20_000;
/** Milliseconds that the end of a process waits for its groups to be deleted; the next start deletes the others. */
const PATIENCE = 2_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The groups that a client makes for one start; each has one reader, and nobody joins it after the start ends. */
export class LoneGroups {
  private readonly made: string[] = [];
  private readonly ending: string;

  constructor(
    private readonly admin: Kafka['admin'],
    clientId: string,
  ) {
    this.ending = `.${clientId}.`;
  }

  /** A new name for a group of this start. */
  name(group: string): string {
    const name = `${group}${this.ending}${randomUUID()}`;
    this.made.push(name);
    return name;
  }

  /** Deletes the groups of this start, whose readers have stopped. */
  async delete(): Promise<void> {
    const groups = this.made.splice(0);
    if (groups.length === 0) return;
    await withinTime(
      this.admin((admin) => admin.deleteGroups(groups)),
      PATIENCE,
    );
  }

  /**
   * Deletes the groups of starts that could not delete theirs, such as after kill -9: those that have no member now, nor
   * later. It takes no group from a replica that runs:
   * - The broker refuses to delete a group that has a member, also one that is just joining.
   * - A group that nobody has joined yet does not exist.
   * - A reader that lost its membership creates its group again when it rejoins. It begins at the end. It reads missed
   *   events from the log; a missed reply is older than `EMPTY_FOR`, and nobody waits for it any more.
   */
  async sweep(prefix: string, emptyFor = EMPTY_FOR): Promise<void> {
    const before = await this.admin((admin) => this.empty(admin, prefix));
    if (before.length === 0) return;
    await pause(emptyFor, undefined, { ref: false });
    await this.admin(async (admin) => {
      const still = new Set(await this.empty(admin, prefix));
      await admin.deleteGroups(before.filter((group) => still.has(group)));
    });
  }

  private async empty(admin: Admin, prefix: string): Promise<string[]> {
    const groups = (await admin.listGroups()).filter((group) => {
      const [, id = ''] = group.split(this.ending);
      return group.startsWith(prefix) && UUID.test(id);
    });
    const members = groups.length === 0 ? new Map<string, number>() : await admin.members(groups);
    return groups.filter((group) => members.get(group) === 0);
  }
}
