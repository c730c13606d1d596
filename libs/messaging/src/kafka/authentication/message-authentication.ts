import type { Environment } from '@service/contracts';
import {
  readCommandKeys,
  readEventKeys,
  type AuthenticationKeys,
  type AuthenticationKeySettings,
} from '@service/platform/authentication-keys';
import type { DatabaseApp } from '@service/platform/databases';
import { commandKeysOf, eventKeysOf, secretLinesSetting } from '@service/platform/secret-lines';
import { EVENT_LOGS, type EventLogName } from '../../events/event-feed.js';
import { READ_LOGS } from '../../events/read-logs.js';
import type { SharedKeys } from '../../process/key-holders.js';
import { MessageAuthenticator, type MessageUse } from './message-authenticator.js';
import type { UnauthenticatedMessages } from './unauthenticated-messages.js';

const KINDS = { commandKeysFiles: commandKeysOf, eventKeysFiles: eventKeysOf } as const;

type Rings = ReadonlyMap<EventLogName, AuthenticationKeys>;

/** The keys by which an app authenticates its messages in an environment; it has only those that it needs. */
export class MessageAuthentication {
  private constructor(
    private readonly environment: Environment,
    private readonly unauthenticated: UnauthenticatedMessages,
    private readonly rings: Record<keyof typeof KINDS, Rings>,
  ) {}

  /** @throws StartError where a key file is missing or invalid. */
  static async read(
    app: DatabaseApp,
    settings: AuthenticationKeySettings,
    unauthenticated: UnauthenticatedMessages,
  ): Promise<MessageAuthentication> {
    // The gateway sends commands to every owner.
    const owners = app === 'verify_api' ? EVENT_LOGS : [app];
    // Lost keys lose no data: their messages are ignored, and events are read from the event table.
    const never = () => Promise.resolve(false);
    const [eventKeys, commandKeys] = await Promise.all([
      ringsOf(READ_LOGS[app], (log) => readEventKeys(settings, log, never)),
      ringsOf(owners, (owner) => readCommandKeys(settings, owner)),
    ]);
    const rings = { eventKeysFiles: eventKeys, commandKeysFiles: commandKeys };
    return new MessageAuthentication(settings.environment, unauthenticated, rings);
  }

  /** Authenticates the commands to an owner. */
  commands(owner: EventLogName): MessageAuthenticator {
    return this.of('command', 'commandKeysFiles', owner);
  }

  /** Authenticates an owner's replies. */
  replies(owner: EventLogName): MessageAuthenticator {
    return this.of('reply', 'commandKeysFiles', owner);
  }

  /** Authenticates the events and heartbeats in a log's topics. */
  events(log: EventLogName): MessageAuthenticator {
    return this.of('event-message', 'eventKeysFiles', log);
  }

  /** Authenticates the transparency log's checkpoints. */
  checkpoints(): MessageAuthenticator {
    return this.of('checkpoint-message', 'eventKeysFiles', 'record_store');
  }

  /** The keys that other apps must share. */
  held(): SharedKeys[] {
    const kinds = ['eventKeysFiles', 'commandKeysFiles'] as const;
    return kinds.flatMap((kind) =>
      [...this.rings[kind]].map(([owner, keys]) => ({
        setting: secretLinesSetting(KINDS[kind](owner)),
        ids: () => keys.ids,
      })),
    );
  }

  private of(use: MessageUse, kind: keyof typeof KINDS, owner: EventLogName): MessageAuthenticator {
    const { environment, unauthenticated } = this;
    const keys = this.rings[kind].get(owner);
    const setting = secretLinesSetting(KINDS[kind](owner));
    if (keys === undefined) throw new TypeError(`This app has no use for ${setting}.`);
    return new MessageAuthenticator({ keys, use, environment, setting, unauthenticated });
  }
}

async function ringsOf(
  owners: readonly EventLogName[],
  read: (owner: EventLogName) => Promise<AuthenticationKeys>,
): Promise<Rings> {
  return new Map(await Promise.all(owners.map(async (owner) => [owner, await read(owner)] as const)));
}
