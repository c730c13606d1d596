import {
  NO_METADATA,
  ServiceError,
  UnavailableError,
  conflictWith,
  type CommandTypeOf,
  type DeliveryRequestType,
  type ReceivedCommand,
  type SubscriptionSnapshot,
} from '@service/contracts';
import {
  decideMetadata,
  handleCommand,
  type Decision,
  type EventStore,
  type LoadedStream,
} from '@service/event-store';
import { SerialByKey } from '@service/platform/batching';
import type { ProjectCopy } from '../projects/project-copy.js';
import type { FoldedSubscriptions } from './folded-subscriptions.js';
import { decideOn, subscriptionOf } from './subscription-stream.js';

type CallersCommand = ReceivedCommand<Exclude<CommandTypeOf<'subscription'>, DeliveryRequestType>>;
type Creation = ReceivedCommand<'subscription.create'>;

/** Milliseconds that a creation waits until all earlier subscriptions are known. */
const WAIT = 1_000;

/** Gathers the facts of a subscription command, decides it and appends its events. */
export class SubscriptionCommands {
  private readonly creations = new SerialByKey();

  /** @param endpointFault why deliveries to a URL are not allowed, in words; null where they are. */
  constructor(
    private readonly store: EventStore,
    private readonly projects: Pick<ProjectCopy, 'requireActive'>,
    private readonly directory: Pick<FoldedSubscriptions, 'ofProject' | 'createdIn' | 'catchUp'>,
    private readonly endpointFault: (url: string) => string | null,
  ) {}

  /** Handles a caller's command to a subscription of its project. The sender makes the id of a new one. */
  handle(command: CallersCommand): Promise<SubscriptionSnapshot> {
    if (command.type !== 'subscription.create') {
      return handleCommand(this.store, { command, decide: (stream) => this.decideChange(stream, command) });
    }
    const decide = (stream: LoadedStream) => this.decideCreation(stream, command);
    return this.creations.run(command.project_id ?? '', () => handleCommand(this.store, { command, decide }));
  }

  /**
   * A new subscription claims the next number in its project: two concurrent creations cannot both count the same
   * subscriptions.
   */
  private async decideCreation(
    stream: LoadedStream,
    command: Creation,
  ): Promise<Decision<SubscriptionSnapshot>> {
    const { key: owner, payload } = command;
    const projectId = command.project_id ?? '';
    this.projects.requireActive(projectId);
    requireOwn(stream);
    if (!(await this.directory.catchUp(WAIT))) {
      throw new UnavailableError({ cause: 'copy_not_caught_up', copy: 'webhook_dispatcher.subscriptions' });
    }
    const live_in_project = this.directory.ofProject(projectId).length;
    const name = `${projectId}/subscription/${this.directory.createdIn(projectId) + 1}`;
    const decision = decideOn(stream, command, this.factsOf(command, payload.endpoint, live_in_project));
    const metadata = decideMetadata(decision.result, NO_METADATA, payload.metadata ?? {});
    return { ...decision, metadata, claims: [{ name, owner }] };
  }

  private async decideChange(
    stream: LoadedStream,
    command: Exclude<CallersCommand, Creation>,
  ): Promise<Decision<SubscriptionSnapshot>> {
    const projectId = command.project_id ?? '';
    const { expected_version } = command.payload;
    this.projects.requireActive(projectId);
    const subscription = subscriptionOf(stream);
    if (subscription?.project_id !== projectId) throw new ServiceError('subscription.not_found');
    if (expected_version !== null && expected_version !== subscription.version) {
      throw conflictWith('subscription.version_conflict', subscription);
    }
    const endpoint = command.type === 'subscription.update' ? command.payload.endpoint : undefined;
    const decision = decideOn(stream, command, this.factsOf(command, endpoint, 0));
    const change = command.type === 'subscription.update' ? command.payload.metadata : undefined;
    if (change === undefined) return decision;
    const before = await this.store.readMetadata(command.key);
    return { ...decision, metadata: decideMetadata(decision.result, before, change) };
  }

  private factsOf(
    { key, project_id, issued_by }: CallersCommand,
    endpoint: string | undefined,
    live_in_project: number,
  ) {
    return {
      subscription_id: key,
      project_id: project_id ?? '',
      issued_by,
      endpoint_fault: endpoint === undefined ? null : this.endpointFault(endpoint),
      live_in_project,
    };
  }
}

/** Refuses the id of a request for deliveries as the id of a subscription. */
function requireOwn(stream: LoadedStream): void {
  if (stream.version === 0 || subscriptionOf(stream) !== null) return;
  throw new ServiceError('subscription.transition_not_allowed');
}
