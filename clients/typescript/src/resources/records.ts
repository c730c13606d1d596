import type { Answer } from '../requests/answer.js';
import { pathTo } from '../requests/address.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type {
  RequestOptions,
  UpdateOptions,
  VerifyOptions,
  WriteOptions,
} from '../requests/request-options.js';
import type {
  AmendBatchBody,
  AmendBody,
  EvidenceBundle,
  QueryOf,
  ReasonBatchBody,
  ReasonBody,
  RecordBatch,
  RecordElement,
  RecordHistory,
  RecordPage,
  RegisterBatchBody,
  RegisterBody,
  RegisteredRecord,
  SupersedeBatchBody,
  SupersedeBody,
  UpdateRecordBody,
  Verification,
  VerificationBatch,
  VerifyBatchBody,
  VerifyBody,
} from '../models.js';

/** Records: registering, changing and verifying them. */
export class Records {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /**
   * Whether a record is good, with the proof. Look at `evidence.verdict.result` first: only `passed` says yes.
   * @param asked the record's id, or what it is looked up by.
   */
  verify(asked: string | VerifyBody, options: VerifyOptions = {}): Answer<Verification> {
    const body = typeof asked === 'string' ? { record_id: asked } : asked;
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/verify', body });
  }

  /** Verifies up to 100 records under one signature; each item is answered, or refused, for itself. */
  verifyBatch(body: VerifyBatchBody, options: VerifyOptions = {}): Answer<VerificationBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/verify/batch', body });
  }

  /**
   * All evidence of a record in one document, which can be checked offline and years later.
   * @param query `from`: size of a checkpoint that you stored, for a proof that the log still has its history.
   */
  evidence(
    id: string,
    query: QueryOf<'records.evidence'> = {},
    options: VerifyOptions = {},
  ): Answer<EvidenceBundle> {
    return this.#service.request({
      ...options,
      method: 'GET',
      path: pathTo`/v1/records/${id}/evidence`,
      query,
    });
  }

  register(body: RegisterBody, options: WriteOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records', body });
  }

  /** Registers up to 100 records; each item is answered, or refused, for itself. */
  registerBatch(body: RegisterBatchBody, options: WriteOptions = {}): Answer<RecordBatch> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/records/batch', body });
  }

  /** Records that fit all filters, the newest first. */
  list(
    query: QueryOf<'records.list'> = {},
    options: RequestOptions = {},
  ): List<RegisteredRecord, RecordPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/records', query });
  }

  read(id: string, options: RequestOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/records/${id}` });
  }

  /** Changes metadata: pairs that are named are set, null removes one, others stay. */
  update(id: string, body: UpdateRecordBody, options: UpdateOptions = {}): Answer<RegisteredRecord> {
    return this.#service.request({ ...options, method: 'PATCH', path: pathTo`/v1/records/${id}`, body });
  }

  /** All elements of a record, oldest first. */
  history(
    id: string,
    query: QueryOf<'records.history'> = {},
    options: RequestOptions = {},
  ): List<RecordElement, RecordHistory> {
    return this.#service.list({ ...options, method: 'GET', path: pathTo`/v1/records/${id}/history`, query });
  }

  amend(id: string, body: AmendBody, options?: WriteOptions): Answer<RegisteredRecord> {
    return this.#change(id, 'amend', body, options);
  }

  suspend(id: string, body: ReasonBody, options?: WriteOptions): Answer<RegisteredRecord> {
    return this.#change(id, 'suspend', body, options);
  }

  reinstate(id: string, body: ReasonBody, options?: WriteOptions): Answer<RegisteredRecord> {
    return this.#change(id, 'reinstate', body, options);
  }

  /** Puts another record in the place of this one. */
  supersede(id: string, body: SupersedeBody, options?: WriteOptions): Answer<RegisteredRecord> {
    return this.#change(id, 'supersede', body, options);
  }

  /** Final. */
  revoke(id: string, body: ReasonBody, options?: WriteOptions): Answer<RegisteredRecord> {
    return this.#change(id, 'revoke', body, options);
  }

  /** Amends up to 100 records; each item is answered, or refused, for itself. */
  amendBatch(body: AmendBatchBody, options?: WriteOptions): Answer<RecordBatch> {
    return this.#changeAll('amend', body, options);
  }

  suspendBatch(body: ReasonBatchBody, options?: WriteOptions): Answer<RecordBatch> {
    return this.#changeAll('suspend', body, options);
  }

  reinstateBatch(body: ReasonBatchBody, options?: WriteOptions): Answer<RecordBatch> {
    return this.#changeAll('reinstate', body, options);
  }

  supersedeBatch(body: SupersedeBatchBody, options?: WriteOptions): Answer<RecordBatch> {
    return this.#changeAll('supersede', body, options);
  }

  revokeBatch(body: ReasonBatchBody, options?: WriteOptions): Answer<RecordBatch> {
    return this.#changeAll('revoke', body, options);
  }

  #change(
    id: string,
    transition: string,
    body: object,
    options: WriteOptions = {},
  ): Answer<RegisteredRecord> {
    const path = pathTo`/v1/records/${id}/${transition}`;
    return this.#service.request({ ...options, method: 'POST', path, body });
  }

  #changeAll(transition: string, body: object, options: WriteOptions = {}): Answer<RecordBatch> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/records/batch/${transition}`,
      body,
    });
  }
}
