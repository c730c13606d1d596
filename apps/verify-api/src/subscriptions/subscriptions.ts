import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  NO_METADATA,
  ServiceError,
  changeMetadata,
  isStorable,
  newId,
  withMetadata,
  type CommandPayload,
  type EventType,
  type Metadata,
  type ReplayDeliveries,
  type RotateSubscription,
  type SubscriptionSnapshot,
  type SubscriptionTerms,
  type SubscriptionSecret,
  agreedDate,
  oldSecret,
  type ShownMetadata,
} from '@service/contracts';
import { SealingKeys } from '@service/platform/sealing-keys';
import { In, Repository } from 'typeorm';
import type { Call } from '../interface/call.js';
import { CommandSender } from '../owners/command-sender.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import { MetadataReader } from '../lists/metadata-reader.js';
import { listNewest } from '../lists/list-newest.js';
import { GatewayViews } from '../views/gateway-views.js';
import { SubscriptionEntity } from '../views/snapshot.entities.js';
import { requestedReplay, type ShownReplay } from './shown-replay.js';
import type { SubscriptionQuery } from './subscription.query.js';
import { generateKeyPairSync, randomBytes } from 'node:crypto';

type Change = `subscription.${'update' | 'disable' | 'enable' | 'revoke'}`;

/** Creates, reads and changes subscriptions. Secrets are made here, and commands carry them encrypted. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly commands: CommandSender,
    private readonly views: GatewayViews,
    @InjectRepository(SubscriptionEntity) private readonly subscriptions: Repository<SubscriptionEntity>,
    private readonly keys: SealingKeys,
    private readonly cursors: Cursors,
    private readonly metadata: MetadataReader,
  ) {}

  /**
   * Creates a subscription. The secret is returned only once: a retry of the request gets null.
   * @throws ServiceError `subscription.endpoint_not_allowed`, `subscription.limit_reached`.
   */
  async create(call: Call, terms: SubscriptionTerms, pairs: Metadata): Promise<SubscriptionWithSecret> {
    const id = newId('subscription');
    const made = makeSecret(this.keys, id);
    const metadata = changeMetadata(NO_METADATA, pairs);
    const payload = { ...terms, secret: made.sealed, ...(metadata && { metadata: metadata.metadata }) };
    const created = await this.commands.send('subscription.create', call, id, payload);
    return withSecret(withMetadata(shownSubscription(created), metadata ?? NO_METADATA), created, made);
  }

  /**
   * Gives a subscription a new secret, returned only once. Until the overlap ends, the old one signs too.
   * @throws ServiceError `subscription.not_found`, `subscription.transition_not_allowed`, `subscription.rotating`,
   *   `subscription.version_conflict`.
   */
  async rotate(
    call: Call,
    id: string,
    rotation: Omit<RotateSubscription, 'secret'>,
  ): Promise<SubscriptionWithSecret> {
    await this.find(call.projectId, id);
    const made = makeSecret(this.keys, id);
    const payload = { ...rotation, secret: made.sealed };
    const rotated = await this.commands.send('subscription.rotate', call, id, payload);
    return withSecret(await this.show(rotated), rotated, made);
  }

  /** @throws ServiceError `subscription.not_found` and the owner's refusals. */
  async change<Type extends Change>(
    type: Type,
    call: Call,
    id: string,
    change: CommandPayload<Type>,
  ): Promise<ShownSubscription> {
    await this.find(call.projectId, id);
    return this.show(await this.commands.send(type, call, id, change));
  }

  /**
   * Requests the delivery of a test event, which is a sample if a type is named; returns its id.
   * @throws ServiceError `subscription.not_found`, `subscription.transition_not_allowed`.
   */
  async test(call: Call, id: string, type?: EventType): Promise<{ event_id: string }> {
    await this.find(call.projectId, id);
    const request = { subscription_id: id, ...(type === undefined ? {} : { event_type: type }) };
    const { event_id } = await this.commands.ask(
      'subscription.test',
      call,
      newId('delivery_request'),
      request,
    );
    return { event_id };
  }

  /**
   * Requests another delivery of the events of a time span.
   * @throws ServiceError `subscription.not_found`, `subscription.transition_not_allowed`, `request.invalid`.
   */
  async replay(
    call: Call,
    id: string,
    span: Omit<ReplayDeliveries, 'subscription_id'>,
  ): Promise<ShownReplay> {
    await this.find(call.projectId, id);
    const wanted = { ...span, subscription_id: id };
    return requestedReplay(
      await this.commands.ask('subscription.replay', call, newId('delivery_request'), wanted),
    );
  }

  /** @throws ServiceError `subscription.not_found`, `service.unavailable` while the view is too far behind. */
  async read(projectId: string, id: string): Promise<ShownSubscription> {
    return this.show(await this.find(projectId, id));
  }

  async list(projectId: string, query: SubscriptionQuery): Promise<Page<ShownSubscription>> {
    const { state } = query;
    const page = await listNewest(
      this.subscriptions,
      {
        cursors: this.cursors.of('subscriptions.list', projectId, query),
        freshness: this.views.freshness.subscriptions,
        where: [{ project_id: projectId, ...(state !== undefined && { state: In(state) }) }],
        toItem: (row) => shownSubscription(row.snapshot),
      },
      query,
    );
    return this.metadata.showPage('webhook_dispatcher', page);
  }

  /**
   * A subscription as it is now, also one that was created a moment ago; null if the project has none of this id.
   * @throws ServiceError `service.unavailable` while the view is too far behind.
   */
  async current(projectId: string, id: string): Promise<SubscriptionSnapshot | null> {
    this.views.freshness.subscriptions.require();
    if (!isStorable(id)) return null;
    const find = () => this.subscriptions.findOneBy({ id, project_id: projectId });
    const row = await this.views.justWritten.find({ projectId, authorities: null }, 'subscription', id, find);
    return row?.snapshot ?? null;
  }

  private show(subscription: SubscriptionSnapshot): Promise<ShownSubscription> {
    return this.metadata.show('webhook_dispatcher', shownSubscription(subscription));
  }

  /** @throws ServiceError `subscription.not_found`, `service.unavailable` while the view is too far behind. */
  private async find(projectId: string, id: string): Promise<SubscriptionSnapshot> {
    const found = await this.current(projectId, id);
    if (found === null) throw new ServiceError('subscription.not_found');
    return found;
  }
}

/** Adds the secret, unless the result is that of an earlier command, which had another secret. */
function withSecret(
  shown: ShownSubscription,
  { secrets }: SubscriptionSnapshot,
  { text, sealed }: MadeSecret,
): SubscriptionWithSecret {
  const isNew = secrets[0]?.public_key === sealed.public_key;
  return { ...shown, secret: isNew ? text : null };
}

/** A new secret of a subscription: as it is shown to its caller, and encrypted for the command. */
interface MadeSecret {
  /** `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
  text: string;
  sealed: SubscriptionSecret;
}

/** Makes an HMAC secret and an Ed25519 key (RFC 8032), which sign a subscription's deliveries. */
function makeSecret(keys: SealingKeys, subscriptionId: string): MadeSecret {
  const text = `whsec_${randomBytes(32).toString('base64')}`;
  const { d: seed = '', x: public_key = '' } = generateKeyPairSync('ed25519').privateKey.export({
    format: 'jwk',
  });
  const hmac = keys.encrypt(text, `${subscriptionId}/hmac`);
  const signing = keys.encrypt(seed, `${subscriptionId}/signing`);
  return { text, sealed: { hmac, signing, public_key } };
}

/** A subscription as it is answered, with its metadata. */
type ShownSubscription = ShownTerms & ShownMetadata;

/** The terms of a subscription as they are answered, without secrets. */
type ShownTerms = Omit<SubscriptionSnapshot, 'secrets'> & {
  public_key: string;
  /** The overlap of a rotation; null where one secret signs the deliveries. */
  rotation: { overlap_ends_at: string; old_public_key: string } | null;
};

/** The secret is null in the answer to a retry, because it was returned before. */
type SubscriptionWithSecret = ShownSubscription & { secret: string | null };

/** A subscription without its metadata, with the keys that sign now. */
function shownSubscription(subscription: SubscriptionSnapshot): ShownTerms {
  const { secrets, ...shown } = subscription;
  const old = shown.state === 'revoked' ? null : oldSecret(secrets, agreedDate());
  const rotation = old && { overlap_ends_at: old.works_until, old_public_key: old.public_key };
  return { ...shown, public_key: secrets[0]?.public_key ?? '', rotation };
}
