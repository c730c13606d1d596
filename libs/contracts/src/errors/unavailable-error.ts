import { ServiceError } from './service-error.js';

/**
 * Why a request was answered `service.unavailable`: logged, and never sent to the caller. Transaction ids are
 * decimal.
 */
export type UnavailableCause =
  | { cause: 'view_behind'; view: string; behind_ms: number }
  /** The log was restored to an earlier state, and the view has not caught up since. */
  | { cause: 'view_emptied'; view: string }
  /** The row is applied up to transaction `reached`; the answer needs `needed`. */
  | { cause: 'row_behind'; record_id: string; reached: string; needed: string }
  /** The record was not read before the position of the answer was stale. */
  | { cause: 'read_waited'; record_id: string; waited_ms: number }
  /** As `read_waited`, for a look-up. */
  | { cause: 'look_up_waited'; waited_ms: number }
  /** As `row_behind`, for a look-up, which could miss a record. */
  | { cause: 'look_up_behind'; reached: string; needed: string }
  | { cause: 'versions_not_shown'; ids: readonly string[] }
  | { cause: 'authority_not_arrived'; record_id: string; caught_up: boolean }
  /** The provenance does not hold, and the request leaves no place in the answer to say so. */
  | { cause: 'not_verified'; record_id: string }
  /** A key has ended, or the authority gone on, since the places in the log were read. */
  | { cause: 'places_not_read'; record_id: string }
  | { cause: 'answer_key_not_arrived'; key_id: string }
  /** More unknown key ids wait for a look-up than new tokens could explain. */
  | { cause: 'too_many_unknown_keys' }
  | { cause: 'pepper_missing'; pepper_id: string }
  /** The keys of the issuer of access tokens could not be read, or only so long ago that they may be withdrawn. */
  | { cause: 'issuer_keys_unreadable'; issuer: string; error: string }
  /** The OpenID Connect provider of the Console does not answer. */
  | { cause: 'oidc_provider_unreachable'; issuer: string; error: string }
  /** An event of a credential, an operator, a project or a subscription was not written by its owner, or is missing. */
  | { cause: 'events_not_authentic'; id: string }
  /** A published event is not what the service rendered. */
  | { cause: 'published_event_forged'; id: string }
  | { cause: 'log_head_missing' | 'log_shrunk' }
  | { cause: 'log_head_stale'; age_ms: number }
  /** `age_ms` is the age of the newest applied head; null if none is applied. */
  | { cause: 'log_head_not_applied'; age_ms: number | null; reached: string; needed: string }
  | { cause: 'log_does_not_cover'; record_id: string }
  /** The log's tiles lack the element, or are malformed. */
  | { cause: 'log_not_sound'; record_id: string; error: string }
  /** Elements have waited for the log for half of the merge delay: nothing that can add a `passed` is taken. */
  | { cause: 'log_lags'; behind_ms: number }
  | { cause: 'checkpoint_missing' }
  | { cause: 'events_floor_missing' }
  | { cause: 'history_not_kept'; waited_ms: number }
  | { cause: 'copy_behind'; copy: string; behind_ms: number }
  | { cause: 'copy_lacks_version'; copy: string; id: string; version: number }
  | { cause: 'copy_not_caught_up'; copy: string }
  /** The provenance key is not published or is revoked, and so is the newest one in its file; or that cannot be read. */
  | { cause: 'no_signing_key'; key_id: string; error: string | null }
  | { cause: 'command_not_sent'; command: string; error: string }
  | { cause: 'command_not_handled'; command: string }
  | { cause: 'command_not_answered'; command: string }
  | { cause: 'request_deadline_passed'; operation: string }
  | { cause: 'deadline_passed'; key: string; late_ms: number }
  | { cause: 'overtaken'; key: string; attempts: number }
  | { cause: 'database_unavailable'; error: string }
  /** The operating system refused a file, for instance on a full disk. */
  | { cause: 'machine_failed'; error: string }
  /** The process answers as many as it may; see `MAX_REQUESTS`. */
  | { cause: 'too_many_requests'; most: number }
  /** Commands that the broker or their owners have not taken or answered fill what they may hold in memory. */
  | { cause: 'too_many_commands'; characters: number }
  /** Clients leave too much unread; see `MAX_UNREAD_MEGABYTES`. */
  | { cause: 'answers_unread'; characters: number }
  /** No more streams are opened. */
  | { cause: 'stopping' }
  | { cause: 'unknown' };

/** `service.unavailable` with its cause, which is logged and not sent to the caller. */
export class UnavailableError extends ServiceError {
  constructor(readonly why: UnavailableCause) {
    super('service.unavailable');
  }
}

/** The cause of a `service.unavailable`. */
export function causeOfUnavailable(error: ServiceError): UnavailableCause {
  return error instanceof UnavailableError ? error.why : { cause: 'unknown' };
}
