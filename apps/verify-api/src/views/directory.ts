import {
  foldAuthority,
  foldKey,
  type AuthoritySnapshot,
  type CredentialSnapshot,
  type KeySnapshot,
  type OperatorSnapshot,
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
import { DirectoryCredentials, type DirectorySecret, type KeyIdConflict } from './directory-credentials.js';
import { foldDirectory } from './fold-directory.js';

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
 * Credentials, operators, projects, authorities and published keys, folded from their events. Every gateway has all of them
 * in memory, so that authentication needs no query.
 */
export class Directory {
  private readonly credentials: DirectoryCredentials;
  private readonly projects = new Map<string, ProjectSnapshot>();
  private readonly people = new Map<string, OperatorSnapshot>();
  private readonly authorities = new Map<string, DirectoryAuthority>();
  private readonly keys = new Map<string, DirectoryKey>();
  /** Credentials, operators and projects with an event that is not authentic, or is missing. */
  private readonly tampered = new Set<string>();

  /** @param alarm gets the ids of a credential with another one's key id; that key id has no effect. */
  constructor(alarm: (conflict: KeyIdConflict) => void = () => undefined, now: () => number = Date.now) {
    this.credentials = new DirectoryCredentials(alarm, now);
  }

  secretOf(keyId: string): DirectorySecret | undefined {
    return this.credentials.secretOf(keyId);
  }

  credential(id: string): CredentialSnapshot | undefined {
    return this.credentials.get(id);
  }

  allCredentials(): Iterable<CredentialSnapshot> {
    return this.credentials.all();
  }

  project(id: string): ProjectSnapshot | undefined {
    return this.projects.get(id);
  }

  allProjects(): Iterable<ProjectSnapshot> {
    return this.projects.values();
  }

  operator(id: string): OperatorSnapshot | undefined {
    return this.people.get(id);
  }

  /** Every operator, removed or not. */
  operators(): Iterable<OperatorSnapshot> {
    return this.people.values();
  }

  /** Whether a credential, operator or project cannot be trusted, because one of its events is forged or missing. */
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
      const subject =
        this.credential(id) ?? this.project(id) ?? this.operator(id) ?? this.authority(id)?.snapshot;
      if (subject !== undefined) versions.set(id, subject.version);
    }
    return versions;
  }

  /** Applies an event of the credential-authority's log; events must come in order. */
  take(event: RecordedEvent): void {
    if (isForged(event)) {
      const { stream_id: id } = event;
      if (this.credential(id) ?? this.project(id) ?? this.operator(id)) this.tampered.add(id);
    } else if (event.element !== null) this.takeElement(event, event.element);
    else if (event.type.startsWith('service.credential.')) {
      this.requireNext(event, this.credential(event.stream_id));
      this.credentials.take(event);
    } else if (event.type.startsWith('service.operator.')) {
      const before = this.people.get(event.stream_id);
      this.requireNext(event, before);
      const operator = foldDirectory(before, { ...event, reason: null });
      if (operator !== undefined) this.people.set(event.stream_id, operator as OperatorSnapshot);
    } else if (event.type.startsWith('service.project.')) {
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
    const { credentials, projects, people, authorities, keys, tampered } = this;
    for (const each of [credentials, projects, people, authorities, keys, tampered]) each.clear();
  }

  private takeElement(event: RecordedEvent, text: string): void {
    if (event.type.startsWith('service.key.')) this.takeKey(event, text);
    else this.takeAuthority(event, text);
  }

  /** An element that does not continue a valid chain changes no key, and stays: nothing under such a key is verified. */
  private takeKey(event: RecordedEvent, text: string): void {
    const content = soundContentOf<KeyElementContent>(event, 'key_id');
    if (content === null) return;
    const previous = this.keys.get(content.key_id);
    const element = openSignedElement<KeyElementContent>(text, digestText(text), event.companion?.signature);
    const elements = [...(previous?.elements ?? []), element];
    if (findKeyChainFault(elements) === null) {
      this.keys.set(content.key_id, { snapshot: foldKey(previous?.snapshot, content), elements });
    } else if (previous !== undefined) this.keys.set(content.key_id, { ...previous, elements });
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
}
