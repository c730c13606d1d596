import type { EventType } from './event-types.js';

/** The part of a subscription that its project decides. */
export interface SubscriptionTerms {
  /** URL that deliveries are posted to. */
  endpoint: string;
  /** Domains or single event types; at least one, without duplicates. */
  categories: string[];
  description: string | null;
  /** Schemes of `webhook-signature`. */
  signatures: SignatureScheme[];
}

/** Signatures of Standard Webhooks: `v1` by the secret, which every delivery has, and `v1a` by the Ed25519 key. */
export const SIGNATURE_SCHEMES = ['v1', 'v1a'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/** Limits of subscriptions; texts are counted in characters. */
export const SUBSCRIPTION_BOUNDS = {
  /** Most subscriptions of one project that are not revoked. */
  perProject: 50,
  endpoint: 2_048,
  description: 500,
  /** Most seconds for which deliveries are signed with a rotated secret too: a week. */
  overlapSeconds: 604_800,
  /** Most days that a replay may go back. */
  replayDays: 30,
  /** Most tests of one subscription that wait to be delivered. */
  waitingTests: 100,
  /** Days of uninterrupted failure after which a subscription is disabled. */
  failingDays: 5,
} as const;

/** A text encrypted with AES-256-GCM; its plain text is never in a log, an event or a database. */
export interface EncryptedText {
  sealing_key_id: string;
  /**
   * Nonce, ciphertext and tag in base64url. The subscription's id and the member's name are authenticated with
   * it.
   */
  sealed: string;
}

/** The secrets that sign a subscription's deliveries. */
export interface SubscriptionSecret {
  /** The HMAC secret's text, `whsec_` and 32 bytes in base64. */
  hmac: EncryptedText;
  /** The Ed25519 private key: its seed, 32 bytes in base64url. */
  signing: EncryptedText;
  /** The Ed25519 public key, 32 bytes in base64url. */
  public_key: string;
}

/**
 * Why a subscription was disabled: on request, after five days with failures only, or after status 410 from its
 * endpoint.
 */
export const DISABLE_CAUSES = ['requested', 'failing', 'gone'] as const;
export type DisableCause = (typeof DISABLE_CAUSES)[number];

/** A subscription's events; `jsonb` in the log. */
export type SubscriptionEvent =
  | ({
      type: 'service.subscription.created';
      subscription_id: string;
      project_id: string;
      secret: SubscriptionSecret;
      created_by: string | null;
      occurred_at: string;
    } & SubscriptionTerms)
  | ({ type: 'service.subscription.updated'; occurred_at: string } & SubscriptionTerms)
  | {
      type: 'service.subscription.secret_rotated';
      secret: SubscriptionSecret;
      /** Until when the old secret still signs too; equal to `occurred_at` where it ends at once. */
      overlap_ends_at: string;
      occurred_at: string;
    }
  | {
      /** The subscription's unchanged secrets, newest first, encrypted under another sealing key. */
      type: 'service.subscription.secrets_resealed';
      secrets: SubscriptionSecret[];
      occurred_at: string;
    }
  | {
      type: 'service.subscription.disabled';
      cause: DisableCause;
      reason: string;
      occurred_at: string;
    }
  | { type: 'service.subscription.enabled'; occurred_at: string }
  | { type: 'service.subscription.revoked'; reason: string; occurred_at: string };

/** The states of a subscription; revoked is final. */
export const SUBSCRIPTION_STATES = ['active', 'disabled', 'revoked'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** A request for deliveries; each is a stream with this one event, whose id is the request's. */
export type DeliveryRequestEvent = {
  request_id: string;
  subscription_id: string;
  project_id: string;
  occurred_at: string;
} & (
  | {
      type: 'service.subscription.tested';
      /** The type of the sample that is delivered; left out for the test itself. */
      event_type?: EventType;
    }
  | {
      type: 'service.subscription.replay_requested';
      from: string;
      to: string;
      only_failed: boolean;
    }
  | { type: 'service.subscription.retry_requested'; delivery_id: string }
);
