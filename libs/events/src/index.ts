export { CHANGE_MEMBERS, type DeliveredEvent, type EventChange } from './delivered-event.js';
export { DeliveryError, type DeliveryErrorCode } from './delivery-error.js';
export type { RawBody } from './raw-body.js';
export type { DeliveryHeaders } from './read-headers.js';
export {
  signDelivery,
  type SignatureHeaders,
  type SigningSecret,
  type UnsignedDelivery,
} from './sign-delivery.js';
export { verifyDelivery, type VerifyOptions } from './verify-delivery.js';
