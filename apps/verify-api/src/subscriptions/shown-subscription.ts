import { isSigning, type SubscriptionSnapshot } from '@service/contracts';

/** A subscription as it is answered: no secret, encrypted or not. */
export type ShownSubscription = Omit<SubscriptionSnapshot, 'secrets'> & {
  public_key: string;
  /** Null where deliveries are signed by one secret. */
  previous_public_key: string | null;
  secret_overlap_until: string | null;
};

/** Its secret is null where the subscription was created, or the secret rotated, and answered before. */
export type SubscriptionWithSecret = ShownSubscription & { secret: string | null };

/** A subscription as it is answered: its secrets are those of this moment. */
export function shownSubscription(subscription: SubscriptionSnapshot, now = new Date()): ShownSubscription {
  const { secrets, ...shown } = subscription;
  const [newest, retiring] = secrets;
  const before = retiring !== undefined && isSigning(retiring, now) ? retiring : null;
  return {
    ...shown,
    public_key: newest?.public_key ?? '',
    previous_public_key: before?.public_key ?? null,
    secret_overlap_until: before?.works_until ?? null,
  };
}
