import {
  foldAuthority,
  foldKey,
  type AuthoritySnapshot,
  type CredentialSnapshot,
  type KeySnapshot,
  type ProjectSnapshot,
  type Quota,
} from '@service/contracts';
import { isForged, soundContentOf, type RecordedEvent } from '@service/event-store';
import {
  digestText,
  findKeyChainFault,
  openSignedElement,
  type AuthorityElementContent,
  type KeyElementContent,
  type SignedElement,
} from '@service/evidence';
import { DAY } from '@service/platform/days';
import { bindingOf } from './secret-binding.js';
import { foldDirectory } from './fold-directory.js';
import { vouchedBy } from './vouched-secret.js';

/** A secret of a credential. */
export interface DirectorySecret {
  credential: CredentialSnapshot;
  hmac: Buffer;
  /** What the HMAC covers before the token; empty for a secret of release 0.1.0. */
  binding: string;
  /** The code by which the upgrade vouched for a secret of release 0.1.0; null without one. */
  vouched: string | null;
  /** Id of the pepper that sealed it. */
  pepperId: string;
  /** When it stops working, or stopped, because of a rotation; null for the current secret. */
  worksUntil: string | null;
}

/** A credential that was given the key id of another one. */
export interface KeyIdConflict {
  key_id: string;
  credential_id: string;
  held_by: string;
}

/** An authority with all of its elements in order; version 1 is the first. */
export interface DirectoryAuthority {
  snapshot: AuthoritySnapshot;
  elements: SignedElement<AuthorityElementContent>[];
}

/** A published key with all of its elements in order; version 1 is the first. */
export interface DirectoryKey {
  snapshot: KeySnapshot;
  elements: readonly SignedElement<KeyElementContent>[];
}

/**
 * Milliseconds for which a revoked or expired credential is known, and a secret that a rotation ended: the token is then
 * answered like any invalid one.
 */
export const ENDED_KEPT = 30 * DAY;

/** The most secrets of a credential that are known after newer ones took their place. */
const FORMER_KEPT = 5;

/**
 * Credentials, projects, authorities and published keys, folded from their events. Every gateway has all of them
 * in memory, so that authentication needs no query. Revoked and expired credentials are there without their metadata
 * and for thirty days; the view has all of them. Secrets that rotations ended are there so that their tokens can be
 * answered with that.
 */
export class Directory {
  private readonly credentials = new Map<string, CredentialSnapshot>();
  private readonly secrets = new Map<string, DirectorySecret>();
  private readonly projects = new Map<string, ProjectSnapshot>();
  private readonly authorities = new Map<string, DirectoryAuthority>();
  private readonly keys = new Map<string, DirectoryKey>();
  /** Credentials and projects with an event that is not authentic, or is missing. */
  private readonly tampered = new Set<string>();
  /** Key ids of the secrets that rotations have removed from a credential, newest first, by its id. */
  private readonly former = new Map<string, string[]>();
  /** Revoked and expired credentials in the order in which they ended. */
  private ended: { id: string; at: number }[] = [];

  /** @param alarm gets the ids of a credential with another one's key id, which has no effect. */
  constructor(
    private readonly alarm: (conflict: KeyIdConflict) => void = () => undefined,
    private readonly now: () => number = Date.now,
  ) {}

  secretOf(keyId: string): DirectorySecret | undefined {
    return this.secrets.get(keyId);
  }

  credential(id: string): CredentialSnapshot | undefined {
    return this.credentials.get(id);
  }

  allCredentials(): Iterable<CredentialSnapshot> {
    return this.credentials.values();
  }

  project(id: string): ProjectSnapshot | undefined {
    return this.projects.get(id);
  }

  /** Whether a credential or project cannot be trusted: it is as before the first event that is not authentic. */
  isTampered(id: string): boolean {
    return this.tampered.has(id);
  }

  /** The quotas of the projects that have one. */
  *quotas(): Generator<readonly [projectId: string, quota: Quota]> {
    for (const { id, quota } of this.projects.values()) {
      if (Object.keys(quota).length > 0) yield [id, quota];
    }
  }

  authority(id: string): DirectoryAuthority | undefined {
    return this.authorities.get(id);
  }

  /** A published key by its id, revoked or not. */
  key(keyId: string): DirectoryKey | undefined {
    return this.keys.get(keyId);
  }

  /** Every published key, revoked or not. */
  publishedKeys(): Iterable<DirectoryKey> {
    return this.keys.values();
  }

  /** The versions of the ids that exist in the directory. */
  versionsOf(ids: readonly string[]): Map<string, number> {
    const versions = new Map<string, number>();
    for (const id of ids) {
      const subject = this.credential(id) ?? this.project(id) ?? this.authority(id)?.snapshot;
      if (subject !== undefined) versions.set(id, subject.version);
    }
    return versions;
  }

  /** Applies an event of the credential-authority's log; events must come in order. */
  take(event: RecordedEvent): void {
    if (isForged(event)) {
      if (this.credential(event.stream_id) ?? this.project(event.stream_id))
        this.tampered.add(event.stream_id);
    } else if (event.element !== null) this.takeElement(event, event.element);
    else if (event.type.startsWith('service.credential.')) this.takeCredential(event);
    else if (event.type.startsWith('service.project.')) {
      const before = this.projects.get(event.stream_id);
      this.requireNext(event, before);
      const project = foldDirectory(before, { ...event, reason: null });
      if (project !== undefined) this.projects.set(event.stream_id, project as ProjectSnapshot);
    }
  }

  /** An event that is missing may have been a revocation. */
  private requireNext({ stream_id, version }: RecordedEvent, before: { version: number } | undefined): void {
    if (version > (before?.version ?? 0) + 1) this.tampered.add(stream_id);
  }

  /** Removes everything before all events are applied again. */
  clear(): void {
    const { credentials, secrets, projects, authorities, keys, tampered, former } = this;
    for (const map of [credentials, secrets, projects, authorities, keys, tampered, former]) map.clear();
    this.ended = [];
  }

  private takeElement(event: RecordedEvent, text: string): void {
    if (event.type.startsWith('service.key.')) this.takeKey(event, text);
    else this.takeAuthority(event, text);
  }

  /** Ignores an element that does not continue a valid chain. */
  private takeKey(event: RecordedEvent, text: string): void {
    const content = soundContentOf<KeyElementContent>(event, 'key_id');
    if (content === null) return;
    const previous = this.keys.get(content.key_id);
    const element = openSignedElement<KeyElementContent>(text, digestText(text), event.companion?.signature);
    const elements = [...(previous?.elements ?? []), element];
    if (findKeyChainFault(elements) !== null) return;
    this.keys.set(content.key_id, { snapshot: foldKey(previous?.snapshot, content), elements });
  }

  private takeAuthority(event: RecordedEvent, text: string): void {
    const previous = this.authorities.get(event.stream_id);
    const content = soundContentOf<AuthorityElementContent>(event, 'authority_id');
    if (content === null) return;
    const signature = event.companion?.signature;
    const element = openSignedElement<AuthorityElementContent>(text, digestText(text), signature);
    const snapshot = foldAuthority(previous?.snapshot, content, event.companion?.reason ?? null);
    const elements = previous?.elements ?? [];
    elements.push(element);
    this.authorities.set(event.stream_id, { snapshot, elements });
  }

  private takeCredential(event: RecordedEvent): void {
    const before = this.credentials.get(event.stream_id);
    this.requireNext(event, before);
    const folded = foldDirectory(before, { ...event, reason: null });
    if (folded === undefined) return;
    const credential = this.withoutBulk(folded as CredentialSnapshot);
    this.credentials.set(event.stream_id, credential);
    const known = new Map<string, DirectorySecret>();
    for (const { key_id } of before?.secrets ?? []) {
      const secret = this.secrets.get(key_id);
      // The key id may be another credential's.
      if (secret?.credential.id !== credential.id) continue;
      known.set(key_id, secret);
      this.secrets.delete(key_id);
    }
    const bound = bindingOf(credential);
    for (const { key_id, hmac, pepper_id, works_until, format } of credential.secrets) {
      const holder = this.secrets.get(key_id)?.credential;
      if (holder !== undefined) {
        this.alarm({ key_id, credential_id: credential.id, held_by: holder.id });
        continue;
      }
      this.secrets.set(key_id, {
        credential,
        hmac: Buffer.from(hmac, 'hex'),
        binding: format === undefined ? '' : bound,
        vouched: known.get(key_id)?.vouched ?? vouchedBy(event, key_id),
        pepperId: pepper_id,
        worksUntil: works_until,
      });
      known.delete(key_id);
    }
    this.keepFormer(credential, known);
    this.forgetEnded();
  }

  /** Keeps the secrets that a rotation has just removed from a credential, which ended then at the latest. */
  private keepFormer(credential: CredentialSnapshot, removed: ReadonlyMap<string, DirectorySecret>): void {
    if (removed.size === 0) return;
    const { id, updated_at } = credential;
    for (const [keyId, secret] of removed) {
      const { worksUntil } = secret;
      const ended = worksUntil !== null && worksUntil < updated_at ? worksUntil : updated_at;
      this.secrets.set(keyId, { ...secret, credential, worksUntil: ended });
    }
    const former = [...removed.keys(), ...(this.former.get(id) ?? [])];
    for (const keyId of former.splice(FORMER_KEPT)) this.secrets.delete(keyId);
    this.former.set(id, former);
  }

  /** Leaves the metadata of an ended credential out, and remembers to forget it. */
  private withoutBulk(credential: CredentialSnapshot): CredentialSnapshot {
    if (!hasEnded(credential)) return credential;
    this.ended.push({ id: credential.id, at: Date.parse(credential.updated_at) });
    return { ...credential, metadata: {} };
  }

  private forgetEnded(): void {
    const before = this.now() - ENDED_KEPT;
    const kept = this.ended.findIndex(({ at }) => at > before);
    for (const { id } of this.ended.splice(0, kept < 0 ? this.ended.length : kept)) {
      for (const { key_id } of this.credentials.get(id)?.secrets ?? []) this.secrets.delete(key_id);
      for (const keyId of this.former.get(id) ?? []) this.secrets.delete(keyId);
      this.former.delete(id);
      this.credentials.delete(id);
    }
  }
}

/** Whether a credential was revoked or has expired, after which nothing changes it. */
export function hasEnded({ state }: Pick<CredentialSnapshot, 'state'>): boolean {
  return state === 'revoked' || state === 'expired';
}
