import { randomBytes } from 'node:crypto';
import { PublishedEventAuthentication, packBody } from '@service/messaging';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';
import type { PublishedRow } from './sample-logs.js';

const key = AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey;

/** Ids of the events that an alarm was raised about. */
export const alarms: string[] = [];

/** Makes and checks the codes of published events, under a new key. */
export const publishedEvents = new PublishedEventAuthentication(
  new AuthenticationKeys([key]),
  'development',
  (id) => alarms.push(id),
);

/** Whether a row has the code of its event. */
export function isAuthentic(row: PublishedRow): boolean {
  return publishedEvents.bodyOf({ ...row, body: packBody(row, row.body) }) !== null;
}
