/** The states of a delivery; a cancelled one was waiting when its subscription was revoked. */
export const DELIVERY_STATES = ['pending', 'succeeded', 'exhausted', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The states of a replay; a cancelled one was running when its subscription was revoked. */
export const REPLAY_STATES = ['running', 'finished', 'cancelled'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** What a pending delivery waits for; `attempt`: one is due, or is being made. */
export const DELIVERY_WAITS = [
  'attempt',
  'schedule',
  'endpoint',
  'earlier_delivery',
  'subscription_disabled',
] as const;

/** Why an attempt was made: by the retry schedule, or on request. */
export const ATTEMPT_TRIGGERS = ['schedule', 'manual'] as const;
