import { hashElement, type IssuerStatement } from '@service/evidence';
import type { RecordVerification } from '../client.js';
import type { RecordElement, RegisterBody } from '../models.js';
import { EvidenceFault } from '../requests/faults.js';
import { signIssuerStatement, type IssuerKey } from './sign-statement.js';
import {
  statementOfChange,
  statementOfRegistration,
  type IssuerScope,
  type RecordAction,
} from './statements.js';

/** The place that a change was signed for, and the signature. The service refuses it at any other. */
export interface SignedPlace {
  issuer_signature: string;
  sequence: number;
  previous: string;
}

type ChangeBody = Parameters<typeof statementOfChange>[3];

/** Signs registrations and changes of records as the issuer of an authority that has its own key. */
export class Issuer {
  readonly #service: RecordVerification;
  readonly #key: IssuerKey;
  readonly #log: string | undefined;
  #scope: Promise<IssuerScope> | undefined;

  /**
   * @param service whose token may read.
   * @param log origin of the log that is signed for. Without it, the service's word is taken, which might
   * name another log than the one that you mean.
   */
  constructor(service: RecordVerification, key: IssuerKey, { log }: { log?: string | undefined } = {}) {
    this.#service = service;
    this.#key = key;
    this.#log = log;
  }

  /** A registration with its signature. */
  async registration<Body extends RegisterBody>(body: Body): Promise<Body & { issuer_signature: string }> {
    const statement = await this.stateRegistration(body);
    return { ...body, issuer_signature: await this.sign(statement) };
  }

  /** A change with its signature, behind the newest element of the record. */
  async change<Body extends object>(
    recordId: string,
    action: RecordAction,
    body: Body,
  ): Promise<Body & SignedPlace> {
    const statement = await this.stateChange(recordId, action, body);
    const { sequence, previous } = statement;
    return { ...body, issuer_signature: await this.sign(statement), sequence, previous: previous as string };
  }

  /** What `registration` signs. */
  async stateRegistration(body: RegisterBody): Promise<IssuerStatement> {
    return statementOfRegistration(await this.#readScope(), body);
  }

  /** What `change` signs. */
  async stateChange(recordId: string, action: RecordAction, body: object = {}): Promise<IssuerStatement> {
    const [{ log }, newest] = await Promise.all([this.#readScope(), this.#readNewest(recordId)]);
    return statementOfChange(log, newest, action, body as ChangeBody);
  }

  /** The signature over a statement, in base64url. */
  sign(statement: IssuerStatement): Promise<string> {
    return signIssuerStatement(statement, this.#key);
  }

  /**
   * The newest element of a record. Its digest, which is signed, is computed here: nobody can have the issuer repeat an
   * origin or a time that the history does not hold.
   */
  async #readNewest(recordId: string): Promise<RecordElement> {
    let newest: RecordElement | undefined;
    for await (const element of this.#service.records.history(recordId, { limit: 100 })) newest = element;
    if (newest?.record_id !== recordId) {
      throw new EvidenceFault('record.subject', 'it is another record', null, null);
    }
    const { digest, signature: _beside, ...content } = newest;
    if (hashElement(content).digest !== digest) {
      throw new EvidenceFault('record.digests', 'its newest element has another digest', null, null);
    }
    return newest;
  }

  #readScope(): Promise<IssuerScope> {
    this.#scope ??= this.#readScopeOnce().catch((error: unknown) => {
      this.#scope = undefined;
      throw error;
    });
    return this.#scope;
  }

  async #readScopeOnce(): Promise<IssuerScope> {
    const { project, environment } = await this.#service.projects.current();
    if (project === null) throw new TypeError('An operator has no records to sign.');
    const log = this.#log ?? (await this.#service.log.keys(environment)).log.origin;
    return { log, project_id: project.id };
  }
}
