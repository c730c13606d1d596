export { refusesEveryRecord } from './answered-records.js';
export { unknownInEnvelope } from './envelope.js';
export type { Envelope as VerificationEnvelope, Receipt, ShownAuthority } from './envelope.js';
export { LogEntries, type RepeatedSlot } from './log-entries.js';
export { CLOCK_SLACK_SECONDS, type VerifyOptions } from './options.js';
export {
  CHECKS,
  firstFailure,
  type CheckName,
  type Finding,
  type Outcome,
  type Report,
  type WitnessCount,
} from './report.js';
export { refusedPolicyReport, policyCheckOf, type PolicyCheck } from './policy-checks.js';
export { trustOfPolicy, trustOfSignedPolicy } from './policy-trust.js';
export { cosignedAt, cosignedWithin, POSITION_LAG } from './time-checks.js';
export { isWeakQuorum, parseTrust, quorumOf, type PinnedWitness, type Trust } from './trust.js';
export { unknownInAnswer, unknownInBundle, unknownInElement, unknownInReceipt } from './unknown-members.js';
export { verifyBundle } from './verify-bundle.js';
export { verifySignedAnswer, type ReceivedAnswer } from './verify-signed-answer.js';
