/** The states of a delivery; a cancelled one was waiting when its subscription was revoked. */
export const DELIVERY_STATES = ['pending', 'succeeded', 'exhausted', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
