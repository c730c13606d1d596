import { agreedDate, oldSecret, type ShownMetadata, type SubscriptionSnapshot } from '@service/contracts';

/** A subscription as it is answered, with its metadata. */
export type ShownSubscription = ShownTerms & ShownMetadata;

/** The terms of a subscription as they are answered, without secrets. */
export type ShownTerms = Omit<SubscriptionSnapshot, 'secrets'> & {
  public_key: string;
  /** The overlap of a rotation; null where one secret signs the deliveries. */
  rotation: { overlap_ends_at: string; old_public_key: string } | null;
};

/** The secret is null in the answer to a retry, because it was returned before. */
export type SubscriptionWithSecret = ShownSubscription & { secret: string | null };

/** A subscription without its metadata, with the keys that sign now. */
export function shownSubscription(subscription: SubscriptionSnapshot, now = agreedDate()): ShownTerms {
  const { secrets, ...shown } = subscription;
  const old = shown.state === 'revoked' ? null : oldSecret(secrets, now);
  const rotation = old && { overlap_ends_at: old.works_until, old_public_key: old.public_key };
  return { ...shown, public_key: secrets[0]?.public_key ?? '', rotation };
}
