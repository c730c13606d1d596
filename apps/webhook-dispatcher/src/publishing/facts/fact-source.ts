import type { CredentialEvent } from '@service/contracts';
import {
  EventLog,
  openPublishedLog,
  contentOf,
  type RecordedEvent,
  type StreamPlace,
} from '@service/event-store';
import {
  checkSignaturesLater,
  digestText,
  type AuthorityElementContent,
  type AuthorityReference,
  type KeyLookUp,
  type RecordElementContent,
} from '@service/evidence';
import type { EventAuthentications } from '@service/messaging';
import type { Pool, PoolClient } from 'pg';
import { LOG } from '../../subscriptions/own-log.js';
import type { EventFacts } from './event-facts.js';
import { CachedAuthorities } from './cached-authorities.js';
import { CachedKeys } from './cached-keys.js';
import { CachedStreams } from './cached-streams.js';
import { CachedSubscriptions } from './cached-subscriptions.js';
import { openRecorded } from './open-element.js';

/** Credentials whose projects are cached. */
const CREDENTIALS = 20_000;

/**
 * Reads the facts that a batch of events needs from the logs' published tables, in a few queries. Its caches serve one
 * batch at a time.
 */
export class FactSource {
  private readonly authorityLog: EventLog;
  private readonly recordLog: EventLog;
  private readonly ownLog: EventLog;
  private readonly authorities = new CachedAuthorities();
  private readonly keys = new CachedKeys();
  private readonly subscriptions = new CachedSubscriptions();
  private readonly projects = new CachedStreams<{ id: string | null }>(CREDENTIALS);
  private epoch = 0;

  constructor(pool: Pool, authentications: EventAuthentications = {}) {
    this.authorityLog = openPublishedLog(pool, 'credential_authority', authentications.credential_authority);
    this.recordLog = openPublishedLog(pool, 'record_store');
    this.ownLog = new EventLog(pool, LOG, authentications[LOG]);
  }

  /** @param events of any logs. */
  async gather(client: Pool | PoolClient, events: readonly RecordedEvent[]): Promise<EventFacts> {
    this.forgetBefore(events);
    const records = events.filter(isOf('record'));
    const authorities = events.filter(isOf('authority'));
    const recordsBefore = await readBefore(this.recordLog, client, records);
    const authoritiesBefore = await readBefore(this.authorityLog, client, authorities);
    await this.readAuthorities(client, records, authorities);
    await this.readProjects(client, events.filter(isOf('credential')));
    await this.readSubscriptions(client, events.filter(isOf('subscription')));
    const keyOf: KeyLookUp = (keyId) => this.keys.get(keyId);
    // In the event loop, one after the other, these checks would take longer than the rest of a batch.
    await checkSignaturesLater([...records, ...authorities].flatMap(signedText), keyOf);
    return {
      keyOf,
      authority: (id) => this.authorities.get(id),
      recordElementBefore: (event) => opened<RecordElementContent>(recordsBefore, event, 'record_id'),
      authorityElementBefore: (event) =>
        opened<AuthorityElementContent>(authoritiesBefore, event, 'authority_id'),
      projectOfCredential: (id) => this.projects.get(id)?.id ?? null,
      subscription: (id) => this.subscriptions.get(id),
    };
  }

  /** Trims the caches to their capacities, between two batches. */
  trim(): void {
    this.authorities.trim();
    this.projects.trim();
    this.subscriptions.trim();
  }

  /** A log that went back in time may hold other events under the same versions. */
  private forgetBefore(events: readonly RecordedEvent[]): void {
    const epoch = Math.max(this.epoch, ...events.map(({ position }) => position.epoch));
    if (epoch > this.epoch) {
      for (const cache of [this.authorities, this.keys, this.subscriptions, this.projects]) cache.clear();
    }
    this.epoch = epoch;
  }

  private async readAuthorities(
    client: Pool | PoolClient,
    records: readonly RecordedEvent[],
    authorities: readonly RecordedEvent[],
  ): Promise<void> {
    if (records.length === 0 && authorities.length === 0) return;
    const named = [...records.flatMap(authorityNamedBy), ...authorities.map(ownAuthority)];
    const missing = this.authorities.missing(named);
    const read = await this.authorityLog.readAfter(new Map([...missing, ...this.keys.versions()]), client);
    this.authorities.take(read.filter(isOf('authority')));
    this.keys.take(read.filter(isOf('key')));
    const signed = [...records, ...authorities, ...read, ...this.namedElements(named)];
    const unknown = this.keys.unknown(new Set(signed.flatMap(keyOfSignature)));
    if (unknown.size > 0) this.keys.take(await this.authorityLog.readAfter(unknown, client));
  }

  /** Cached elements of the named authorities, whose keys are needed as well. */
  private namedElements(named: readonly AuthorityReference[]) {
    return named.flatMap(({ id, version }) => {
      const cached = this.authorities.get(id);
      return [cached?.at(version), cached?.newest].flatMap((element) =>
        element === undefined ? [] : [{ companion: { signature: element.signature } }],
      );
    });
  }

  private async readProjects(client: Pool | PoolClient, events: readonly RecordedEvent[]): Promise<void> {
    const ids = new Set(events.map(({ stream_id }) => stream_id));
    const unknown = [...ids].filter((id) => this.projects.get(id) === undefined);
    if (unknown.length === 0) return;
    const places = unknown.map((stream_id) => ({ stream_id, version: 1 }));
    for (const { stream_id, data } of await this.authorityLog.readEach(places, client)) {
      const issued = data as CredentialEvent;
      const id = issued.type === 'service.credential.issued' ? issued.project_id : null;
      this.projects.set(stream_id, { id });
    }
  }

  private async readSubscriptions(
    client: Pool | PoolClient,
    events: readonly RecordedEvent[],
  ): Promise<void> {
    const ids = new Set(events.map(subscriptionOf));
    if (ids.size === 0) return;
    this.subscriptions.take(await this.ownLog.readAfter(this.subscriptions.missing(ids), client));
  }
}

const isOf =
  (domain: string) =>
  ({ type }: Pick<RecordedEvent, 'type'>): boolean =>
    type.startsWith(`service.${domain}.`);

/** The events of a batch and the ones before them, by stream and version. */
async function readBefore(
  log: EventLog,
  client: Pool | PoolClient,
  events: readonly RecordedEvent[],
): Promise<Map<string, RecordedEvent>> {
  const known = new Map(events.map((event) => [placeOf(event), event]));
  const missing = events
    .map(({ stream_id, version }) => ({ stream_id, version: version - 1 }))
    .filter((place) => place.version > 0 && !known.has(placeOf(place)));
  if (missing.length === 0) return known;
  for (const event of await log.readEach(missing, client)) known.set(placeOf(event), event);
  return known;
}

const placeOf = ({ stream_id, version }: StreamPlace): string => `${stream_id}/${version}`;

function opened<Content extends RecordElementContent | AuthorityElementContent>(
  known: ReadonlyMap<string, RecordedEvent>,
  { stream_id, version }: RecordedEvent,
  member: 'record_id' | 'authority_id',
) {
  const before = known.get(placeOf({ stream_id, version: version - 1 }));
  return before === undefined ? undefined : (openRecorded<Content>(before, member) ?? undefined);
}

/** The authority element that a record's element names; empty where the row cannot be read. */
function authorityNamedBy(event: RecordedEvent): AuthorityReference[] {
  try {
    const { authority } = contentOf<Partial<RecordElementContent>>(event);
    const isSound = typeof authority?.id === 'string' && Number.isInteger(authority.version);
    return isSound ? [authority] : [];
  } catch {
    return [];
  }
}

function ownAuthority({ stream_id: id, version, element }: RecordedEvent): AuthorityReference {
  return { id, version, digest: digestText(element ?? '') };
}

function keyOfSignature({ companion }: { companion: { signature: object | null } | null }): string[] {
  const signature = companion?.signature as { key_id?: unknown } | null | undefined;
  return typeof signature?.key_id === 'string' ? [signature.key_id] : [];
}

function signedText({ element, companion }: RecordedEvent): { digest: string; signature: unknown }[] {
  if (element === null || companion === null) return [];
  return [{ digest: digestText(element), signature: companion.signature }];
}

/** The subscription of an event or of a requested test. */
function subscriptionOf({ stream_id, data }: RecordedEvent): string {
  return (data as { subscription_id?: string } | null)?.subscription_id ?? stream_id;
}
