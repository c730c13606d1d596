import { randomBytes } from 'node:crypto';
import { AuthenticationKey, AuthenticationKeys } from '@service/platform/authentication-keys';
import { createLogger } from '@service/platform/logging';
import {
  MessageAuthenticator,
  type MessageAuthenticatorOptions,
} from '../kafka/authentication/message-authenticator.js';
import { UnauthenticatedMessages } from '../kafka/authentication/unauthenticated-messages.js';

/** A ring with one new key. */
export function newKeys(): AuthenticationKeys {
  const key = AuthenticationKey.parse(randomBytes(32).toString('base64')) as AuthenticationKey;
  return new AuthenticationKeys([key]);
}

/** An authenticator with a new key, for event messages of development unless the changes say otherwise. */
export function testAuthenticator(changes: Partial<MessageAuthenticatorOptions> = {}): MessageAuthenticator {
  return new MessageAuthenticator({
    keys: newKeys(),
    use: 'event-message',
    environment: 'development',
    setting: 'EVENT_KEYS_RECORD_STORE_FILE',
    unauthenticated: new UnauthenticatedMessages(createLogger('silent')),
    ...changes,
  });
}
