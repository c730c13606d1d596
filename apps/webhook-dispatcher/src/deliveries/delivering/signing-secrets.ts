import { createPrivateKey, sign } from 'node:crypto';
import type { SnapshotSecret, EncryptedText, SubscriptionSnapshot } from '@service/contracts';
import type { SigningSecret } from '@service/events';

/** Decrypts a text that was encrypted for a context.
 *  @throws where the key is missing or the text was changed. */
export interface Decrypter {
  decrypt(sealed: EncryptedText, context: string): string;
}

/** RFC 8410: the prefix of the 32 bytes of an Ed25519 private key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

interface CachedSecrets {
  version: number;
  secrets: { works_until: string | null; secret: SigningSecret }[];
}

/** The secrets that deliveries are signed with, decrypted once for each version of a subscription. */
export class SigningSecrets {
  private readonly cached = new Map<string, CachedSecrets>();

  constructor(private readonly keys: Decrypter) {}

  /** The secrets that sign at a time, oldest first.
   *  @throws where one cannot be decrypted. */
  of(subscription: SubscriptionSnapshot, now: number): SigningSecret[] {
    const cached = this.cached.get(subscription.id);
    const { secrets } = cached?.version === subscription.version ? cached : this.decrypt(subscription);
    return secrets
      .filter(({ works_until }) => works_until === null || Date.parse(works_until) > now)
      .map(({ secret }) => secret);
  }

  /** Forgets a subscription's secrets. */
  forget(id: string): void {
    this.cached.delete(id);
  }

  private decrypt({ id, version, secrets, signatures }: SubscriptionSnapshot): CachedSecrets {
    const isAsymmetric = signatures.includes('v1a');
    const decrypted = {
      version,
      secrets: secrets.toReversed().map((secret) => ({
        works_until: secret.works_until,
        secret: {
          hmac: this.keys.decrypt(secret.hmac, `${id}/hmac`),
          ...(isAsymmetric && { sign: this.signerOf(id, secret) }),
        },
      })),
    };
    this.cached.set(id, decrypted);
    return decrypted;
  }

  /** Signs outside the event loop: an Ed25519 signature takes longer than the rest of a delivery. */
  private signerOf(id: string, { signing }: SnapshotSecret): NonNullable<SigningSecret['sign']> {
    const seed = Buffer.from(this.keys.decrypt(signing, `${id}/signing`), 'base64url');
    const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    return (content) =>
      new Promise((resolve, reject) => {
        sign(null, content, key, (error, signature) => (error === null ? resolve(signature) : reject(error)));
      });
  }
}
