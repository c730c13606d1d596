export {
  DeliveryError,
  verifyDelivery,
  type DeliveredEvent,
  type DeliveryErrorCode,
  type DeliveryHeaders,
  type RawBody,
  type VerifyOptions,
} from '@service/events';
