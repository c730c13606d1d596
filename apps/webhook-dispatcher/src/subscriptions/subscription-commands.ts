import {
  ServiceError,
  UnavailableError,
  type CommandEnvelope,
  type CreateSubscription,
  type SubscriptionSnapshot,
} from '@service/contracts';
import { handleCommand, type Decision, type EventStore, type LoadedStream } from '@service/event-store';
import { SerialByKey } from '@service/platform/batching';
import type { ProjectCopy } from '../projects/project-copy.js';
import { decideOn, subscriptionOf, type CheckEndpoint, type SubscriptionIntent } from './decide-on-stream.js';
import type { FoldedSubscriptions } from './folded-subscriptions.js';

/** Milliseconds that a creation waits for the copy to have what was created before. */
const WAIT = 1_000;

/** Gathers the facts of a subscription command, has it decided and appends what happened. */
export class SubscriptionCommands {
  private readonly creations = new SerialByKey();

  constructor(
    private readonly store: EventStore,
    private readonly projects: Pick<ProjectCopy, 'requireActive'>,
    private readonly known: Pick<FoldedSubscriptions, 'ofProject' | 'createdIn' | 'catchUp'>,
    private readonly checkEndpoint: CheckEndpoint,
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
      if (!(await this.known.catchUp(WAIT))) {
        throw new UnavailableError({ cause: 'copy_not_caught_up', copy: 'webhook_dispatcher.subscriptions' });
      }
      const decision = decideOn(
        stream,
        {
          type: 'subscription.create',
          subscription_id,
          project_id: projectId,
          created_by,
          ...payload,
          live_in_project: this.known.ofProject(projectId).length,
        },
        this.checkEndpoint,
      );
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
        return decideOn(stream, intent, this.checkEndpoint);
      },
    });
  }
}

/** An id that a request for deliveries has can be taken by no subscription. */
function requireOwn(stream: LoadedStream): void {
  if (stream.version === 0 || subscriptionOf(stream) !== null) return;
  throw new ServiceError('subscription.transition_not_allowed');
}
