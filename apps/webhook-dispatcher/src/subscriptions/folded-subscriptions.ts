import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { foldLoggedSubscription, type SubscriptionSnapshot } from '@service/contracts';
import { isForged, type RecordedEvent } from '@service/event-store';
import type { EventFeed, Following } from '@service/messaging';
import { requireSealingKeys, type SealingKeys } from '@service/platform/sealing-keys';
import { LOG } from './own-log.js';
import type { SubscriptionDirectory } from './subscription-directory.js';

/** The subscriptions of a project. */
interface OfProject {
  /** Subscriptions in the order of their creation, without revoked ones. */
  live: readonly SubscriptionSnapshot[];
  /** How many subscriptions were ever created. */
  created: number;
}

/** Subscriptions folded from the app's own log, in the memory of every replica. */
@Injectable()
export class FoldedSubscriptions
  implements SubscriptionDirectory, OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly byId = new Map<string, SubscriptionSnapshot>();
  private readonly byProject = new Map<string, OfProject>();
  /** Subscriptions with a forged or missing event, perhaps a revocation: nothing more is planned for them. */
  private readonly tampered = new Set<string>();
  private readonly following: Following;

  /** @param ownLog tails the app's own log. */
  constructor(
    ownLog: EventFeed,
    private readonly keys: SealingKeys,
  ) {
    this.following = ownLog.fold(LOG, {
      take: (event) => this.take(event),
      reset: () => {
        this.byId.clear();
        this.byProject.clear();
        this.tampered.clear();
      },
    });
  }

  /** @throws StartError where a sealing key of a live subscription is missing. */
  async onApplicationBootstrap(): Promise<void> {
    await this.following.start();
    requireSealingKeys(this.keys, this.byId.values());
  }

  onApplicationShutdown(): Promise<void> {
    return this.following.stop();
  }

  ofProject(projectId: string): readonly SubscriptionSnapshot[] {
    return this.byProject.get(projectId)?.live ?? [];
  }

  /** How many subscriptions were ever created in a project. */
  createdIn(projectId: string): number {
    return this.byProject.get(projectId)?.created ?? 0;
  }

  get(id: string): SubscriptionSnapshot | undefined {
    return this.byId.get(id);
  }

  catchUp(waitMilliseconds: number): Promise<boolean> {
    return this.following.catchUp(waitMilliseconds);
  }

  /** All subscriptions of transactions below this id are known. */
  horizon(): bigint {
    return this.following.horizon();
  }

  /** Requests for deliveries are in separate streams and are skipped. */
  private take(event: RecordedEvent): void {
    const before = this.byId.get(event.stream_id);
    const isNext = !isForged(event) && event.version === (before?.version ?? 0) + 1;
    if (before !== undefined && !isNext && event.version > before.version) this.tampered.add(before.id);
    const subscription = isNext ? foldLoggedSubscription(before, event) : before;
    if (subscription === undefined) return;
    this.byId.set(subscription.id, subscription);
    const { live, created } = this.byProject.get(subscription.project_id) ?? { live: [], created: 0 };
    const at = live.findIndex(({ id }) => id === subscription.id);
    this.byProject.set(subscription.project_id, {
      live: live.toSpliced(
        at < 0 ? live.length : at,
        1,
        ...(this.isOver(subscription) ? [] : [subscription]),
      ),
      created: before === undefined ? created + 1 : created,
    });
  }

  private isOver({ id, state }: SubscriptionSnapshot): boolean {
    return state === 'revoked' || this.tampered.has(id);
  }
}
