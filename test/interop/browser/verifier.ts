/** What a page imports that verifies. */
export { parseTrust, verifyBundle, verifySignedAnswer } from '@service/evidence';
export { verifyDelivery } from '@service/events';
