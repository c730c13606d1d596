import type { LogFollower } from '@service/event-store';
import type { EventLogName } from '../events/event-feed.js';

/**
 * Wakes the followers of a log when its owner, in the same process, has appended, which saves them the wait for
 * their next poll.
 */
export class LogNudges {
  readonly listeners = new Set<(transaction: bigint) => void>();
  private readonly followers = new Map<EventLogName, Set<LogFollower>>();

  followersOf(log: EventLogName): Set<LogFollower> {
    const followers = this.followers.get(log) ?? new Set();
    this.followers.set(log, followers);
    return followers;
  }

  /** Called by the owner of a log after each commit. */
  appended(log: EventLogName, transaction: bigint): void {
    for (const follower of this.followersOf(log)) follower.nudge(transaction);
    for (const listener of this.listeners) listener(transaction);
  }
}
