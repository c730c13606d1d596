export { refusesEveryRecord } from './answered-records.js';
export { unknownInEnvelope } from './envelope.js';
export type { Envelope as VerificationEnvelope, Receipt, ShownAuthority } from './envelope.js';
export { restsOnAuthority } from './authority-checks.js';
export { orderFault, type ElementPlaces } from './element-order.js';
export { keysHold } from './keys-hold.js';
export { signsAt } from './key-time-checks.js';
export { GROUP_TERMS, GROUP_TITLES, GROUPS, groupOutcomes } from './check-groups.js';
export { LogEntries, type RepeatedSlot } from './log-entries.js';
export { MERGE_DELAY_SECONDS, breaksPromise, dueIn, loggedBy } from './merge-delay.js';
export { isSalt } from './salt-checks.js';
export { CLOCK_SLACK_SECONDS, type VerifyOptions } from './options.js';
export {
  CHECKS,
  firstFailure,
  groupOf,
  type CheckGroup,
  type CheckName,
  type Finding,
  type Outcome,
  type Report,
  type WitnessCount,
} from './report.js';
export { refusedPolicyReport, policyCheckOf, type PolicyCheck } from './policy-checks.js';
export { trustOfPolicy, trustOfSignedPolicy } from './policy-trust.js';
export { cosignedAt, cosignedByNow, cosignedWithin, POSITION_LAG, type Clock } from './time-checks.js';
export {
  findWitnessFault,
  isWeakQuorum,
  parseTrust,
  quorumOf,
  type PinnedWitness,
  type Trust,
} from './trust.js';
export { unknownInAnswer, unknownInBundle, unknownInElement, unknownInReceipt } from './unknown-members.js';
export { verifyBundle } from './verify-bundle.js';
export { verifySignedAnswer, type ReceivedAnswer } from './verify-signed-answer.js';
