import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { SnapshotSecret, EncryptedText, SubscriptionSnapshot } from '@service/contracts';
import type { SigningSecret } from '@service/events';

/** Decrypts a text for its context.
 *  @throws where the key is missing or the text was changed. */
export interface Decrypter {
  decrypt(sealed: EncryptedText, context: string): string;
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 private key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

interface Opened {
  version: number;
  secrets: { works_until: string | null; secret: SigningSecret }[];
}

/** What subscriptions' deliveries are signed with; opened once for each version of a subscription. */
export class SigningSecrets {
  private readonly opened = new Map<string, Opened>();

  constructor(private readonly keys: Decrypter) {}

  /** The secrets that sign at a moment, oldest first.
   *  @throws where one cannot be opened. */
  of(subscription: SubscriptionSnapshot, now: number): SigningSecret[] {
    const known = this.opened.get(subscription.id);
    const { secrets } = known?.version === subscription.version ? known : this.open(subscription);
    return secrets
      .filter(({ works_until }) => works_until === null || Date.parse(works_until) > now)
      .map(({ secret }) => secret);
  }

  /** Forgets a subscription's secrets. */
  forget(id: string): void {
    this.opened.delete(id);
  }

  private open({ id, version, secrets }: SubscriptionSnapshot): Opened {
    const opened = {
      version,
      secrets: secrets.toReversed().map((secret) => ({
        works_until: secret.works_until,
        secret: this.openOne(id, secret),
      })),
    };
    this.opened.set(id, opened);
    return opened;
  }

  private openOne(id: string, { hmac, signing }: SnapshotSecret): SigningSecret {
    const seed = Buffer.from(this.keys.decrypt(signing, `${id}/signing`), 'base64url');
    return { hmac: this.keys.decrypt(hmac, `${id}/hmac`), signing: privateKeyOf(seed) };
  }
}

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}
