import { Injectable } from '@nestjs/common';
import { foldOperator, ownsAllProjects, type OperatorEvent, type OperatorSnapshot } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { RunsWithApp, type EventFeed, type Following } from '@service/messaging';
import { LOG } from '../streams/own-log.js';

/** Who may be an owner of all projects; a decision reads the stream before it relies on one. */
export interface LikelyOwners {
  /** Ids of active owners of all projects, as far as this process knows. */
  ids(): string[];
}

/** The operators who own all projects at once, folded from the app's own log; every replica has them in memory. */
@Injectable()
export class OwnersOfAll extends RunsWithApp implements LikelyOwners {
  private readonly operators = new Map<string, OperatorSnapshot>();
  protected readonly running: Following;

  /** @param ownLog tails the app's own log. */
  constructor(ownLog: EventFeed) {
    super();
    this.running = ownLog.fold(LOG, {
      take: (event) => this.take(event),
      reset: () => this.operators.clear(),
    });
  }

  ids(): string[] {
    return [...this.operators.values()].filter(isOwner).map(({ id }) => id);
  }

  private take({ type, stream_id: id, version, data }: RecordedEvent): void {
    if (!type.startsWith('service.operator.')) return;
    const before = this.operators.get(id);
    // A stream with a hole has a forged event: reading it for a decision says so.
    if (version !== (before?.version ?? 0) + 1) return;
    this.operators.set(id, foldOperator(before, data as OperatorEvent, version));
  }
}

/** Whether somebody can act as an owner of all projects. */
export function isOwner({ state, grants, keys }: OperatorSnapshot): boolean {
  return state === 'active' && keys.length > 0 && ownsAllProjects(grants);
}
