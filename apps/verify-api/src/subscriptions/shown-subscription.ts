import { isSigning, type ShownMetadata, type SubscriptionSnapshot } from '@service/contracts';

/** A subscription as it is answered, with its metadata. */
export type ShownSubscription = ShownTerms & ShownMetadata;

/** What is answered of a subscription itself: no secret, encrypted or not. */
export type ShownTerms = Omit<SubscriptionSnapshot, 'secrets'> & {
  public_key: string;
  /** Null where deliveries are signed by one secret. */
  previous_public_key: string | null;
  secret_overlap_until: string | null;
};

/** Its secret is null where the subscription was created, or the secret rotated, and answered before. */
export type SubscriptionWithSecret = ShownSubscription & { secret: string | null };

/** A subscription without its metadata; its keys are those of this moment. */
export function shownSubscription(subscription: SubscriptionSnapshot, now = new Date()): ShownTerms {
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
