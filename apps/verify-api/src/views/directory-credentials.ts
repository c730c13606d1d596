import type { CredentialSnapshot } from '@service/contracts';
import type { RecordedEvent } from '@service/event-store';
import { DAY } from '@service/platform/days';
import { foldDirectory } from './fold-directory.js';
import { bindingOf } from './secret-binding.js';

/** A secret of a credential. */
export interface DirectorySecret {
  keyId: string;
  credential: CredentialSnapshot;
  hmac: Buffer;
  /** What the HMAC covers before the token. */
  binding: string;
  /** Id of the pepper that it is hashed under. */
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

/**
 * Milliseconds for which ended credentials, and secrets that a rotation ended, are known. Later their tokens are
 * answered like any invalid one.
 */
export const ENDED_KEPT = 30 * DAY;

/** The most secrets of a credential that are remembered after newer ones replaced them. */
const FORMER_KEPT = 5;

/**
 * Credentials and their secrets, folded from their events. Revoked and expired credentials stay for thirty days,
 * without their metadata; the view has all of them. Secrets that rotations ended stay too, so that the refusal of
 * their tokens can say so.
 */
export class DirectoryCredentials {
  private readonly credentials = new Map<string, CredentialSnapshot>();
  private readonly secrets = new Map<string, DirectorySecret>();
  /** Key ids of the secrets that rotations have removed from a credential, newest first, by its id. */
  private readonly former = new Map<string, string[]>();
  /** Revoked and expired credentials in the order in which they ended. */
  private ended: { id: string; at: number }[] = [];

  /** @param alarm gets the ids of a credential with another one's key id; that key id has no effect. */
  constructor(
    private readonly alarm: (conflict: KeyIdConflict) => void,
    private readonly now: () => number,
  ) {}

  secretOf(keyId: string): DirectorySecret | undefined {
    return this.secrets.get(keyId);
  }

  get(id: string): CredentialSnapshot | undefined {
    return this.credentials.get(id);
  }

  all(): Iterable<CredentialSnapshot> {
    return this.credentials.values();
  }

  /** Removes everything before all events are applied again. */
  clear(): void {
    for (const map of [this.credentials, this.secrets, this.former]) map.clear();
    this.ended = [];
  }

  /** Applies an event of a credential; events must come in order. */
  take(event: RecordedEvent): void {
    const before = this.credentials.get(event.stream_id);
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
    const binding = bindingOf(credential);
    for (const { key_id, hmac, pepper_id, works_until } of credential.secrets) {
      const holder = this.secrets.get(key_id)?.credential;
      if (holder !== undefined) {
        this.alarm({ key_id, credential_id: credential.id, held_by: holder.id });
        continue;
      }
      this.secrets.set(key_id, {
        keyId: key_id,
        credential,
        hmac: Buffer.from(hmac, 'hex'),
        binding,
        pepperId: pepper_id,
        worksUntil: works_until,
      });
      known.delete(key_id);
    }
    this.keepFormer(credential, known);
    this.forgetEnded();
  }

  /** Keeps the secrets that a rotation has just removed from a credential; they ended then at the latest. */
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

  /** Drops the metadata of an ended credential, and notes it for later removal. */
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
