import { digestText, recordTransitionOf, type IssuerStatement } from '@service/evidence';
import type { RecordElement, RegisterBody, RegisteredRecord } from '../models.js';

/** What callers can do with a record. */
export type RecordAction = RegisteredRecord['allowed_transitions'][number];

/** The log and the project that an issuer signs for. */
export interface IssuerScope {
  /** Origin of the log. */
  log: string;
  project_id: string;
}

/** What a body says of a record. */
interface Said {
  content?: string;
  content_digest?: string;
  origin?: string;
  expires_at?: string | null;
  successor_id?: string;
}

/** What the issuer signs for a registration. @throws TypeError for a body without a name or content. */
export function statementOfRegistration(scope: IssuerScope, body: RegisterBody): IssuerStatement {
  const { authority_id, origin, external_id, expires_at = null } = body;
  const content_digest = digestOf(body);
  if (typeof external_id !== 'string') {
    throw new TypeError('A record that its issuer signs needs an external_id, which is never used again.');
  }
  if (content_digest === undefined) {
    throw new TypeError('Exactly one of content and content_digest must be given.');
  }
  return {
    log: scope.log,
    project_id: scope.project_id,
    authority_id,
    type: 'service.record.registered',
    record_id: null,
    sequence: 1,
    previous: null,
    origin,
    external_id,
    content_digest,
    expires_at: momentOf(expires_at),
    successor_id: null,
  };
}

/**
 * What the issuer signs for a change: the record as it will be, behind its newest element.
 * @param log origin of the log, which a recovery changes.
 */
export function statementOfChange(
  log: string,
  newest: RecordElement,
  action: RecordAction,
  body: Said = {},
): IssuerStatement {
  const { origin = newest.origin, expires_at = newest.expires_at, successor_id = null } = body;
  return {
    log,
    project_id: newest.project_id,
    authority_id: newest.authority.id,
    type: recordTransitionOf(action),
    record_id: newest.record_id,
    sequence: newest.sequence + 1,
    previous: newest.digest,
    origin,
    external_id: newest.external_id,
    content_digest: digestOf(body) ?? newest.content_digest,
    expires_at: momentOf(expires_at),
    successor_id,
  };
}

function digestOf({ content, content_digest }: Said): string | undefined {
  if (content !== undefined && content_digest !== undefined) {
    throw new TypeError('Only one of content and content_digest may be given.');
  }
  return content === undefined ? content_digest : digestText(content);
}

/** The form in which elements have a time, whatever form a body gives it. */
function momentOf(text: string | null): string | null {
  if (text === null) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new TypeError('expires_at is no time.');
  return moment.toISOString();
}
