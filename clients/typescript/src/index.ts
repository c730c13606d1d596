export { RecordVerification, type ClientOptions } from './client.js';
export { EvidenceError } from './evidence.js';
export { Issuer, type SignedPlace } from './issuing/issuer.js';
export { signIssuerStatement, type IssuerKey, type SignBytes } from './issuing/sign-statement.js';
export {
  statementOfChange,
  statementOfRegistration,
  type IssuerScope,
  type RecordAction,
} from './issuing/statements.js';
export type * from './models.js';
export type { Answer, Answered } from './requests/answer.js';
export { ConnectionError, EvidenceFault, RecordVerificationError, ServiceError } from './requests/faults.js';
export type { List, Page, PageBody } from './requests/pages.js';
export type {
  AnswerForm,
  QueryValue,
  RequestOptions,
  ServiceRequest,
  UpdateOptions,
  VerifyOptions,
  WaitOptions,
  WriteOptions,
} from './requests/request-options.js';
export { isTransient, type Backoff } from './requests/retries.js';
export type { TokenSource } from './requests/sender.js';
export type { Pinned, PinnedDocument, PinnedKeys, PinnedTrustPolicy } from './verification/pinned.js';
export { VERSION } from './version.js';
