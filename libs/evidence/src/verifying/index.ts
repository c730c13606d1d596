export type { Envelope as VerificationEnvelope, Receipt, ShownAuthority } from './envelope.js';
export { LogEntries, type RepeatedSlot } from './log-entries.js';
export type { VerifyOptions } from './options.js';
export { CHECKS, firstFailure, type CheckName, type Finding, type Outcome, type Report } from './report.js';
export { parseTrust, type Trust } from './trust.js';
export { verifyBundle } from './verify-bundle.js';
export { verifySignedAnswer, type ReceivedAnswer } from './verify-signed-answer.js';
