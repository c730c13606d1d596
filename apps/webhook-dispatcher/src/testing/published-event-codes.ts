import { randomBytes } from 'node:crypto';
import { PublishedEventAuthentication } from '@service/messaging';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';

const key = AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey;

/** Ids of the events that an alarm was raised about. */
export const alarms: string[] = [];

/** Makes and checks the codes of published events, under a new key. */
export const publishedEvents = new PublishedEventAuthentication(
  new AuthenticationKeys([key]),
  'development',
  (id) => alarms.push(id),
);
