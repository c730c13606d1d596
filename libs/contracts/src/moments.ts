import { isTimestamp } from '@service/evidence';
import { invalidRequest } from './errors/service-error.js';

/**
 * When something happens: now, but not before what happened last. A clock that was set back must not make a history
 * run backwards.
 * @param last as ISO 8601; null where nothing happened yet.
 */
export function momentAfter(last: string | null, now: Date): Date {
  return new Date(Math.max(now.getTime(), last === null ? 0 : Date.parse(last)));
}

/** Elements are compared and shown as text, so a moment has exactly one form.
 *  @throws ServiceError `request.invalid` that names the member. */
export function requireTimestamp(member: string, moment: string): void {
  if (!isTimestamp(moment)) throw invalidRequest(member, 'must be a UTC timestamp with milliseconds');
}

/** @throws ServiceError `request.invalid` that names the member. */
export function requireFuture(member: string, moment: string, now: Date): void {
  requireTimestamp(member, moment);
  if (Date.parse(moment) <= now.getTime()) throw invalidRequest(member, 'must lie in the future');
}
