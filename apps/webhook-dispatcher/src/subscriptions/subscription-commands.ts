import {
  ServiceError,
  type CommandEnvelope,
  type CreateSubscription,
  type DisableCause,
  type SubscriptionSecret,
  type SubscriptionSnapshot,
} from '@service/contracts';
import {
  handleCommand,
  newDataEvents,
  type Decision,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import { SerialByKey, isSigning, type SealingKeys } from '@service/platform';
import type { ProjectCopy } from '../projects/project-copy.js';
import { checkEndpoint } from '../sending/check-endpoint.js';
import type { FoldedSubscriptions } from './folded-subscriptions.js';
import { resealSecret } from './subscription-secrets.js';
import { subscriptionOf } from './subscription-stream.js';
import { decide, evolve, type SubscriptionCommand } from './subscription.decider.js';

/** A command less the facts that are gathered here. */
export type SubscriptionIntent = SubscriptionCommand extends infer Each
  ? Each extends SubscriptionCommand
    ? Omit<Each, 'now' | 'endpoint_fault'>
    : never
  : never;

/** Milliseconds that a creation waits for the copy to have what was created before. */
const WAIT = 1_000;
/** Milliseconds for what the service does by itself. */
const TIME = 5_000;

/** Gathers the facts of a subscription command, has it decided and appends what happened. */
export class SubscriptionCommands {
  private readonly creations = new SerialByKey();

  constructor(
    private readonly store: EventStore,
    private readonly projects: Pick<ProjectCopy, 'requireActive'>,
    private readonly known: Pick<FoldedSubscriptions, 'ofProject' | 'createdIn' | 'catchUp'>,
  ) {}

  /**
   * Creates a subscription under an id that the sender made. It claims the place after all that were created in
   * its project before, so that nobody counts the project's subscriptions while another is created.
   */
  create(command: CommandEnvelope<CreateSubscription>): Promise<SubscriptionSnapshot> {
    const { key: subscription_id, project_id, issued_by: created_by, payload } = command;
    const projectId = project_id ?? '';
    const onStream = async (stream: LoadedStream): Promise<Decision<SubscriptionSnapshot>> => {
      this.projects.requireActive(projectId);
      requireOwn(stream);
      if (!(await this.known.catchUp(WAIT))) throw new ServiceError('service.unavailable');
      const decision = decideOn(stream, {
        type: 'subscription.create',
        subscription_id,
        project_id: projectId,
        created_by,
        ...payload,
        live_in_project: this.known.ofProject(projectId).length,
      });
      const place = `${projectId}/subscription/${this.known.createdIn(projectId) + 1}`;
      return { ...decision, claims: [{ name: place, owner: subscription_id }] };
    };
    return this.creations.run(projectId, () => handleCommand(this.store, { command, decide: onStream }));
  }

  /** Changes a subscription of the command's project. */
  change(
    command: CommandEnvelope,
    intent: SubscriptionIntent,
    expectedVersion: number | null,
  ): Promise<SubscriptionSnapshot> {
    return handleCommand(this.store, {
      command,
      decide: (stream) => {
        const projectId = command.project_id ?? '';
        this.projects.requireActive(projectId);
        const subscription = subscriptionOf(stream);
        if (subscription?.project_id !== projectId) throw new ServiceError('subscription.not_found');
        if (expectedVersion !== null && expectedVersion !== subscription.version) {
          throw new ServiceError('subscription.version_conflict');
        }
        return decideOn(stream, intent);
      },
    });
  }

  /** Disables a subscription that nothing can be delivered to; one that is not active stays as it is. */
  async disable(
    subscriptionId: string,
    cause: Exclude<DisableCause, 'requested'>,
    reason: string,
  ): Promise<void> {
    await this.changeByService(subscriptionId, (subscription) =>
      subscription.state === 'active' ? { type: 'subscription.disable', cause, reason } : null,
    );
  }

  /**
   * Seals a live subscription's secrets under the newest key; those that are sealed under it, or no longer sign,
   * stay as they are.
   * @returns whether there was anything to seal.
   * @throws SealError where a secret cannot be opened.
   */
  async reseal(subscriptionId: string, keys: SealingKeys): Promise<boolean> {
    const { version: before } = await this.store.read(subscriptionId);
    const now = new Date();
    const after = await this.changeByService(subscriptionId, ({ id, state, secrets }) => {
      if (state === 'revoked') return null;
      const stale = (secret: SubscriptionSecret) =>
        [secret.hmac, secret.signing].some(({ sealing_key_id }) => sealing_key_id !== keys.ids[0]);
      if (!secrets.some((secret) => isSigning(secret, now) && stale(secret))) return null;
      const resealed = secrets.map((secret) =>
        isSigning(secret, now) ? resealSecret(keys, id, secret) : secret,
      );
      return { type: 'subscription.reseal', secrets: resealed };
    });
    return after.version > before;
  }

  private changeByService(
    subscriptionId: string,
    intentOn: (subscription: SubscriptionSnapshot) => SubscriptionIntent | null,
  ): Promise<SubscriptionSnapshot> {
    return handleCommand(this.store, {
      command: { key: subscriptionId, deadline: Date.now() + TIME },
      decide: (stream) => {
        const subscription = subscriptionOf(stream);
        if (subscription === null) throw new ServiceError('subscription.not_found');
        const intent = intentOn(subscription);
        return intent === null ? { events: [], result: subscription } : decideOn(stream, intent);
      },
    });
  }
}

/** An id that a request for deliveries has can be taken by no subscription. */
function requireOwn(stream: LoadedStream): void {
  if (stream.version === 0 || subscriptionOf(stream) !== null) return;
  throw new ServiceError('subscription.transition_not_allowed');
}

function decideOn(stream: LoadedStream, intent: SubscriptionIntent): Decision<SubscriptionSnapshot> {
  const subscription = subscriptionOf(stream);
  const { endpoint } = intent as { endpoint?: string };
  const found = endpoint === undefined ? 'ok' : checkEndpoint(endpoint);
  const facts = { now: stream.readAt, endpoint_fault: found === 'ok' ? null : found };
  const events = decide(subscription, { ...intent, ...facts });
  const result = events.reduce<SubscriptionSnapshot | null>(evolve, subscription) as SubscriptionSnapshot;
  return { events: newDataEvents(result.id, events), result };
}
