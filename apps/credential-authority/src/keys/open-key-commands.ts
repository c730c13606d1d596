import { EventStore, rememberLogOrigin, type EventAuthentication } from '@service/event-store';
import { readEventAuthentications } from '@service/messaging';
import { type CommandTarget } from '@service/platform/commands';
import { refuseOnCopy } from '@service/platform/settings';
import { readSigningKeys } from '@service/platform/signing-keys';
import type { KeyRing } from '@service/evidence';
import type { Pool } from 'pg';
import { LOG } from '../streams/own-log.js';
import { KeyCommands } from './key-commands.js';

/** An environment's keys, for a command on its database. */
export interface OpenedKeys {
  ring: KeyRing;
  commands: KeyCommands;
}

/** @throws StartError where the keys cannot be read, and on a restored copy. */
export async function openKeyCommands(
  pool: Pool,
  target: Pick<CommandTarget, 'settings' | 'environment' | 'logger'>,
): Promise<OpenedKeys> {
  const { settings, environment } = target;
  refuseOnCopy(settings, 'a copy has no signing keys');
  const ring = await readSigningKeys(settings);
  const log = await rememberLogOrigin(pool, LOG, `${settings.logOrigin}/${environment}`);
  const store = new EventStore(pool, LOG, await readOwnAuthentication(target));
  return { ring, commands: new KeyCommands(store, log, ring) };
}

/**
 * What recognises this app's own events, for a command.
 * @throws StartError where its keys cannot be read.
 */
export async function readOwnAuthentication(
  target: Pick<CommandTarget, 'settings' | 'environment' | 'logger'>,
): Promise<EventAuthentication> {
  return (await readEventAuthentications({ ...target, logs: [LOG] }))[LOG];
}
