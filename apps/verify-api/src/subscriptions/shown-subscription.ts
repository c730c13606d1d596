import { isSigning, type ShownMetadata, type SubscriptionSnapshot } from '@service/contracts';

/** A subscription as it is answered, with its metadata. */
export type ShownSubscription = ShownTerms & ShownMetadata;

/** The terms of a subscription as they are answered, without secrets. */
export type ShownTerms = Omit<SubscriptionSnapshot, 'secrets'> & {
  public_key: string;
  /** Null where one secret signs the deliveries. */
  previous_public_key: string | null;
  secret_overlap_until: string | null;
};

/** The secret is null in the answer to a retry, because it was returned before. */
export type SubscriptionWithSecret = ShownSubscription & { secret: string | null };

/** A subscription without its metadata, with the keys that sign now. */
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
